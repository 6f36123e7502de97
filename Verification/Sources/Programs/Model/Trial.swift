/// Runs programs on the model and the library, whose ledgers have to be equal.
package enum Trial {
  /// Returns the two ledgers of a program if they differ within one of some numbers of nested
  /// handlers.
  package static func disagreement(on program: Program, within depths: [Int]) -> Disagreement? {
    for depth in depths {
      if let found = disagreement(on: changed(program) { $0.depth = depth }) { return found }
    }
    return nil
  }

  /// Returns the two ledgers of a program if they differ.
  package static func disagreement(on program: Program) -> Disagreement? {
    _ = Ledger.listens
    let (expected, actual) = (Ledger(), Ledger())
    Ledger.$current.withValue(expected) { ModelRound(program).run() }
    let round = Round(program, isPredicted: true)
    Ledger.$current.withValue(actual) { round.runPredicted() }
    if expected.agrees(with: actual), round.failures.isEmpty { return nil }
    let failures = round.failures
    return Disagreement(program: program, expected: expected, actual: actual, failures: failures)
  }

  /// Returns the smallest failing program that can be reached by removing actions.
  package static func shrunk(_ disagreement: Disagreement) -> Disagreement {
    let smallest = disagreement.program.shrunk { Trial.disagreement(on: $0) != nil }
    return Trial.disagreement(on: smallest) ?? disagreement
  }
}

/// A program for which the model and the library differ.
package struct Disagreement: Error, CustomStringConvertible, @unchecked Sendable {
  package let program: Program
  let expected: Ledger
  let actual: Ledger
  let failures: [String]

  package var description: String {
    """
    \(program)
    expected: \(expected)
    actual:   \(actual)
    \(failures.joined(separator: "\n"))
    """
  }
}
