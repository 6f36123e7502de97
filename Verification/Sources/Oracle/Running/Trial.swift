/// Runs programs on the model and the library, whose ledgers have to be equal.
public enum Trial {
  /// Returns the two ledgers of a program if they differ.
  public static func disagreement(on program: Program) -> Disagreement? {
    let expected = Machine<ModelPromise>.run(program)
    let actual = Machine<Subject>.run(program)
    if expected.agrees(with: actual) { return nil }
    return Disagreement(program: program, expected: expected, actual: actual)
  }

  /// Returns the smallest failing program that can be reached by removing actions.
  public static func shrunk(_ disagreement: Disagreement) -> Disagreement {
    var smallest = disagreement
    while let smaller = smallest.program.smaller.lazy.compactMap(Trial.disagreement).first {
      smallest = smaller
    }
    return smallest
  }
}

/// A program for which the model and the library differ.
public struct Disagreement: Error, CustomStringConvertible, @unchecked Sendable {
  /// The program.
  public let program: Program
  let expected: Ledger
  let actual: Ledger

  /// The program, and both ledgers.
  public var description: String {
    """
    \(program)
    expected: \(expected)
    actual:   \(actual)
    """
  }
}
