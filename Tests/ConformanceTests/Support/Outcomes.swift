import Pledge

/// An error for rejecting promises in tests.
struct Broken: Error, Equatable {
  var number = 0
}

/// An error with identity.
final class BrokenObject: Error {}

/// A value with identity.
final class Thing: Sendable {}

extension Future {
  /// The value, if this is fulfilled.
  var got: Value? {
    guard case .success(let value) = result else { return nil }
    return value
  }

  /// The error, if this is rejected.
  var failure: (any Error)? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// The error, if this is rejected with a `Broken`.
  var broken: Broken? { failure as? Broken }

  /// Whether this was discarded.
  var isDiscarded: Bool { failure is DiscardedError }

  /// Waits until this is settled, by means of a handler instead of `value`.
  func settled() async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      observe { continuation.resume(returning: $0) }
    }
  }
}

extension Promise {
  /// Marks a rejection of this promise as handled.
  func ignored() -> Promise<Value> {
    ignoringErrors()
    return self
  }
}
