/// The counts of all rounds.
package final class Statistics: Sendable {
  private let counts = Guarded([Int](repeating: 0, count: Operator.allOperators.count))

  package init() {}

  package var operatorCount: Int { Operator.allOperators.count }
  package var steps: Int { counts.with { $0.reduce(0, +) } }

  /// The operators that have not run.
  package var missing: [String] {
    counts.with { counts in
      zip(Operator.allOperators, counts).filter { $0.1 == 0 }.map { $0.0.text }
    }
  }

  func count(_ operation: Int) {
    counts.with { $0[operation] += 1 }
  }
}
