import class Pledge.Future

@testable import PledgePromises

/// Returns the result of `make`.
///
/// Hides the allocation from the compiler, which would otherwise know that the object has no other
/// references.
func made<Object>(_ make: () -> Object) -> Object {
  make()
}

extension Promise where Value: Sendable {
  /// Waits for the value and returns it.
  func get() async throws -> Value {
    try await pledge.value
  }

  /// Waits for the outcome and returns it.
  func settled() async -> Result<Value, any Error> {
    do {
      return .success(try await get())
    } catch {
      return .failure(error)
    }
  }

  /// Waits for the outcome and returns the error, or `nil` for a value.
  func failure() async -> (any Error)? {
    guard case .failure(let error) = await settled() else { return nil }
    return error
  }
}
