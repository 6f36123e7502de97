import class Pledge.Future

@testable import PledgePromises

/// What `make` returns; the compiler knows of objects that it makes itself that nobody holds them.
func made<Object>(_ make: () -> Object) -> Object {
  make()
}

extension Promise where Value: Sendable {
  /// The value, once it is there.
  func get() async throws -> Value {
    try await pledge.value
  }

  /// The outcome, once it is there.
  func settled() async -> Result<Value, any Error> {
    do {
      return .success(try await get())
    } catch {
      return .failure(error)
    }
  }

  /// The error, once it is there; `nil` if a value came.
  func failure() async -> (any Error)? {
    guard case .failure(let error) = await settled() else { return nil }
    return error
  }
}
