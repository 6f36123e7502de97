import Dispatch
import Foundation

/// A serial queue that a test can suspend and resume.
final class Turns: Sendable {
  let queue = DispatchQueue(label: "turns")
  private let mark = DispatchSpecificKey<Void>()

  init() {
    queue.setSpecific(key: mark, value: ())
  }

  /// Whether the caller is on the queue.
  var areHere: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  /// Runs `body` while the queue is suspended.
  func stopped<Output>(_ body: () throws -> Output) rethrows -> Output {
    queue.suspend()
    defer { queue.resume() }
    return try body()
  }

  /// Waits for all enqueued blocks, and for those that they enqueue, up to `rounds` levels deep.
  func finish(_ rounds: Int = 4) {
    for _ in 0..<rounds { queue.sync {} }
  }
}
