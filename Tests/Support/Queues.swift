package import Dispatch

private let mark = DispatchSpecificKey<String>()

extension DispatchQueue {
  /// The name of the marked queue on which the caller runs.
  package static var currentMark: String? { getSpecific(key: mark) }

  /// Returns a new queue that code can recognize when it runs there.
  package static func marked(_ name: String, attributes: Attributes = []) -> DispatchQueue {
    let queue = DispatchQueue(label: name, attributes: attributes)
    queue.setSpecific(key: mark, value: name)
    return queue
  }

  /// Runs `body` while the queue is suspended.
  package func stopped<Output>(_ body: () throws -> Output) rethrows -> Output {
    suspend()
    defer { resume() }
    return try body()
  }

  /// Waits until the queue has run all its blocks, and those that they add, up to `levels` levels
  /// deep.
  package func finish(_ levels: Int = 4) {
    for _ in 0..<levels { sync {} }
  }
}

/// Waits until the main queue has run all its blocks, and those that they add, up to `levels`
/// levels deep, without blocking it.
package func mainQueueDrained(_ levels: Int = 1) async {
  for _ in 0..<levels {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
