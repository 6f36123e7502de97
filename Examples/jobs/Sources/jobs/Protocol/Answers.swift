import Foundation
import Pledge
import Synchronization

extension Jobs {
  /// Returns the stored answer to an attempt, and the one that arrives from now on.
  func answer(to name: String) -> (stored: Promise<Outcome?>, later: Promise<Outcome>) {
    // First, so that no answer is missed between the two.
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

  func arrived(_ name: String, _ value: Data) {
    expected.withLock { $0.removeValue(forKey: name) }?.resolve(Outcome(value))
  }
}
