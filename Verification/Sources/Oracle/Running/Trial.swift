/// Runs programs on the model and on the library, which have to tell the same.
public enum Trial {
  /// What the two tell of a program, if it is not the same.
  public static func disagreement(on program: Program) -> Disagreement? {
    let expected = Machine<ModelPromise>.run(program)
    let actual = Machine<Subject>.run(program)
    if expected.agrees(with: actual) { return nil }
    return Disagreement(program: program, expected: expected, actual: actual)
  }

  /// The smallest program that is left of one that fails when actions are taken out as long as it
  /// fails.
  public static func shrunk(_ disagreement: Disagreement) -> Disagreement {
    var smallest = disagreement
    while let smaller = smallest.program.smaller.lazy.compactMap(Trial.disagreement).first {
      smallest = smaller
    }
    return smallest
  }
}

/// A program of which the model and the library do not tell the same.
public struct Disagreement: Error, CustomStringConvertible, @unchecked Sendable {
  /// What was run.
  public let program: Program
  let expected: Ledger
  let actual: Ledger

  /// The program, and what either says of it.
  public var description: String {
    """
    \(program)
    expected: \(expected)
    actual:   \(actual)
    """
  }
}
