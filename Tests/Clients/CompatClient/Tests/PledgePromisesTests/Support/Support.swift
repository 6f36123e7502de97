import Dispatch
import PledgePromisesTestHelpers
import TestSupport

import class Pledge.Future

@testable import PledgePromises

/// The error of these tests; an unqualified `Test` may refer to the Testing module.
typealias TestError = PledgePromisesTestHelpers.Test.Error

/// Whether the caller runs on a queue that is marked as `turns`.
var isOnTurns: Bool { DispatchQueue.currentMark == "turns" }

extension Log where Entry == Bool {
  /// Records one occurrence.
  func mark() { add(true) }

  /// The number of recorded occurrences.
  var count: Int { entries.count }
}

/// Returns the result of `make`.
///
/// Hides the allocation from the compiler, which would otherwise know that the object has no other
/// references.
func made<Object>(_ make: () -> Object) -> Object {
  make()
}

extension Promise where Value: Sendable {
  /// Waits for the value and returns it.
  func get() async throws -> Value { try await pledge.value }

  /// Waits for the outcome and returns the error, or `nil` for a value.
  func failure() async -> (any Error)? {
    do {
      _ = try await get()
      return nil
    } catch {
      return error
    }
  }
}
