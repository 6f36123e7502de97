import Pledge

/// An error that tests reject with.
struct Broken: Error, Equatable {
  var number = 0
}

/// An error that has an identity.
final class BrokenObject: Error {}

/// A value that has an identity.
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

  /// The error, if this is rejected with a `Broken` one.
  var broken: Broken? { failure as? Broken }

  /// Whether this was discarded.
  var isDiscarded: Bool { failure is DiscardedError }

  /// Waits until this is settled, without being a promise's wait.
  func settled() async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      observe { continuation.resume(returning: $0) }
    }
  }
}

extension Promise {
  /// Tells Pledge that nobody means to hear of a rejection.
  func ignored() -> Promise<Value> {
    ignoringErrors()
    return self
  }
}
