import Support

/// The counts of all rounds.
package final class Statistics: Sendable {
  private struct Counts {
    package var rounds = 0
    var steps = [Int](repeating: 0, count: Operator.allOperators.count)
  }

  private let counts = Guarded(Counts())

  package init() {}

  package var operatorCount: Int { Operator.allOperators.count }

  package var rounds: Int { counts.with { $0.rounds } }
  package var steps: Int { counts.with { $0.steps.reduce(0, +) } }

  /// The operators that have not run.
  package var missing: [String] {
    counts.with { counts in
      zip(Operator.allOperators, counts.steps).filter { $0.1 == 0 }.map { $0.0.text }
    }
  }

  func count(_ operation: Int) {
    counts.with { $0.steps[operation] += 1 }
  }

  package func endRound() {
    counts.with { $0.rounds += 1 }
  }
}
