import Dispatch

/// Bare `DispatchQueue.async` in `DispatchQueue.async`.
enum DispatchPeer {
  static let queue = DispatchQueue(label: "dispatch")

  /// What `operation` collects when it is done `count` times, each started by the end of the one before.
  static func checksum(
    _ count: Int,
    _ operation: @escaping @Sendable (Int, _ done: @escaping @Sendable () -> Void) -> Void
  ) -> Int {
    let end = DispatchSemaphore(value: 0)
    @Sendable func start(_ index: Int) {
      guard index < count else {
        _ = end.signal()
        return
      }
      operation(index) { start(index + 1) }
    }
    return Checksum.of {
      start(0)
      end.wait()
    }
  }
}
