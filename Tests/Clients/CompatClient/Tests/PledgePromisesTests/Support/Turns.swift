import Dispatch
import Foundation

/// A serial queue whose turns a test gives: it stands still until it is told to go on.
final class Turns: Sendable {
  let queue = DispatchQueue(label: "turns")
  private let mark = DispatchSpecificKey<Void>()

  init() {
    queue.setSpecific(key: mark, value: ())
  }

  /// Whether the caller is on the queue.
  var areHere: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  /// Runs `body` while the queue stands still.
  func stopped<Output>(_ body: () throws -> Output) rethrows -> Output {
    queue.suspend()
    defer { queue.resume() }
    return try body()
  }

  /// Waits for every turn that has been asked for, and as often for those that come of them.
  func finish(_ rounds: Int = 4) {
    for _ in 0..<rounds { queue.sync {} }
  }
}
