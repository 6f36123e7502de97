import Foundation
import Pledge
import Synchronization

/// The answers that promises of this process wait for.
final class Answers: Sendable {
  private struct Waiting {
    var count = 0
    var resolvers: [String: [Int: Resolver<Outcome>]] = [:]
  }

  private let engine: any Engine
  private let waiting = Mutex(Waiting())

  init(of engine: any Engine) {
    self.engine = engine
    engine.watch("answer") { [weak self] key, value in
      self?.arrived(String(key.dropFirst("answer.".count)), Outcome(value))
    }
  }

  /// Returns the stored answer to an attempt, and the one that arrives from now on.
  func answer(to name: String) -> (stored: Promise<Outcome?>, later: Promise<Outcome>) {
    // Before the look at the store, so that no answer is missed between the two.
    let later = arrival(of: name)
    let stored = engine.value(of: "answer.\(name)").map { $0.map(Outcome.init) }
    return (stored.tap { [self] in if let outcome = $0 { arrived(name, outcome) } }, later)
  }

  private func arrival(of name: String) -> Promise<Outcome> {
    Promise { [self] resolver in
      let number = waiting.withLock { waiting in
        waiting.count += 1
        waiting.resolvers[name, default: [:]][waiting.count] = resolver
        return waiting.count
      }
      resolver.onDiscard { [weak self] in
        _ = self?.waiting.withLock { waiting in
          let resolver = waiting.resolvers[name]?.removeValue(forKey: number)
          if waiting.resolvers[name]?.isEmpty == true { waiting.resolvers[name] = nil }
          return resolver
        }
      }
    }
  }

  private func arrived(_ name: String, _ outcome: Outcome) {
    let resolvers = waiting.withLock { $0.resolvers.removeValue(forKey: name) }
    for resolver in resolvers?.values ?? [:].values { resolver.resolve(outcome) }
  }
}
