import Dispatch

/// Nested calls of `DispatchQueue.async`.
enum DispatchPeer {
  /// The serial queue of every peer.
  static let queue = DispatchQueue(label: "serial")

  /// Returns the checksum of `operation`, run with 0, 1, 2 …, each started by the one before.
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

  static func incrementThrice(_ value: Int, done: @escaping @Sendable () -> Void) {
    queue.async {
      let value = value + 1
      queue.async {
        let value = value + 1
        queue.async {
          collect(value + 1)
          done()
        }
      }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    checksum(count) { index, done in incrementThrice(index, done: done) }
  }

  static func serialQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      incrementThrice(index) { done.signal() }
    }
  }
}
