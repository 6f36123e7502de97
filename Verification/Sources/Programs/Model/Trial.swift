/// Runs programs on the model and the library, whose ledgers have to be equal.
package enum Trial {
  /// Returns the two ledgers of a program if they differ.
  package static func disagreement(on program: Program) -> String? {
    _ = Ledger.listens
    let (expected, actual) = (Ledger(), Ledger())
    Ledger.$current.withValue(expected) { ModelRound(program).run() }
    let round = Round(program, isPredicted: true)
    Ledger.$current.withValue(actual) { round.runPredicted() }
    let failures = round.failures
    if expected.agrees(with: actual), failures.isEmpty { return nil }
    return (["expected: \(expected)", "actual:   \(actual)"] + failures).joined(separator: "\n")
  }
}
