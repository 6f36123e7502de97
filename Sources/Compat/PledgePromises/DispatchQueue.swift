public import Dispatch

internal import class PledgeCore.Locked

extension DispatchQueue {
  private static let chosen = Locked<DispatchQueue>(.main)

  /// The queue of every handler that does not name one: the main queue, unless another is set.
  ///
  /// Any thread. It is asked for when an operator is called, so setting it concerns later calls.
  public static var promises: DispatchQueue {
    get { chosen.withLock { $0 } }
    set {
      // The old one is released after unlocking.
      _ = chosen.withLock { queue in
        defer { queue = newValue }
        return queue
      }
    }
  }
}
