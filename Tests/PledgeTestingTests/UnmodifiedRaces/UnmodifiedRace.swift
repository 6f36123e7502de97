import Testing

/// A program with a race in its use of Swift concurrency, and its repaired version.
///
/// The programs are distilled from public reports, and use nothing of Pledge. The buggy version
/// throws ``WrongOutcomeError`` in some orders of its jobs, but not in the usual one. The repaired
/// version throws it in none. Both versions end in every order.
struct UnmodifiedRace: CustomTestStringConvertible, Sendable {
  typealias Body = @Sendable () async throws -> Void

  let name: String
  let buggy: Body
  let repaired: Body

  init(_ name: String, _ program: @escaping @Sendable (_ isRepaired: Bool) async throws -> Void) {
    self.name = name
    buggy = { try await program(false) }
    repaired = { try await program(true) }
  }

  var testDescription: String { name }
}

/// Thrown by a race that has ended with another outcome than the expected one.
struct WrongOutcomeError: Error, CustomStringConvertible {
  let description: String
}

/// Throws ``WrongOutcomeError`` if `outcome` differs from `expected`.
func expectOutcome<Value: Equatable>(_ outcome: Value, is expected: Value) throws {
  guard outcome == expected else {
    throw WrongOutcomeError(description: "the outcome is \(outcome), expected \(expected)")
  }
}
