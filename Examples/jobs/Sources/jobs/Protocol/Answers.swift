import Foundation
import Pledge
import Synchronization

/// The answers that promises of this process wait for.
final class Answers: Sendable {
  private let engine: any Engine
  /// Every attempt is answered in the end, so every promise goes away.
  private let expected = Mutex<[String: Promise<Outcome>]>([:])

  init(of engine: any Engine) {
    self.engine = engine
    engine.watchAnswers { [weak self] name, value in self?.arrived(name, value) }
  }

  /// Returns the stored answer to an attempt, and the one that arrives from now on.
  func answer(to name: String) -> (stored: Promise<Outcome?>, later: Promise<Outcome>) {
    // Before the look at the store, so that no answer is missed between the two.
    let new = Promise<Outcome>()
    let later = expected.withLock { expected in
      expected[name] = expected[name] ?? new
      return expected[name] ?? new
    }
    let stored = engine.value(of: "answer.\(name)")
      .tap { [self] in if let value = $0 { arrived(name, value) } }
      .map { $0.map(Outcome.init) }
    return (stored, later)
  }

  private func arrived(_ name: String, _ value: Data) {
    expected.withLock { $0.removeValue(forKey: name) }?.resolve(Outcome(value))
  }
}
