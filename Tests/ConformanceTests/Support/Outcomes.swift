import Pledge

/// An error with identity.
final class BrokenObject: Error {}

/// A value with identity.
final class Thing: Sendable {}

extension Future {
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
