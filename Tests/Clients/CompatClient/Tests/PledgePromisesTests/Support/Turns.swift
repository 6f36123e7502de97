import Dispatch
import TestSupport

/// A serial queue that a test can suspend and resume.
final class Turns: Sendable {
  let queue = DispatchQueue.marked("turns")

  /// Whether the caller is on the queue of some turns.
  var areHere: Bool { DispatchQueue.currentMark == "turns" }

  /// Runs `body` while the queue is suspended.
  func stopped<Output>(_ body: () throws -> Output) rethrows -> Output { try queue.stopped(body) }

  /// Waits for all enqueued blocks, and for those that they enqueue, up to `rounds` levels deep.
  func finish(_ rounds: Int = 4) { queue.finish(rounds) }
}
