public import Dispatch
internal import PledgeSupport

extension DispatchQueue {
  private static let handlerQueue = Locked<DispatchQueue>(.main)

  /// The queue of every handler that does not name one; the main queue by default.
  ///
  /// Thread-safe. Operators read it when they are called, so setting it affects later calls.
  public static var promises: DispatchQueue {
    get { handlerQueue.withLock { $0 } }
    set {
      // The old queue is released after unlocking.
      _ = handlerQueue.withLock { queue in
        defer { queue = newValue }
        return queue
      }
    }
  }
}
