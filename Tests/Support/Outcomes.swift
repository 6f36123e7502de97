package import Pledge

/// An error for rejecting promises in tests.
package struct Broken: Error, Equatable {
  /// Distinguishes errors of the same test.
  package var number: Int

  /// Creates an error with a number.
  package init(number: Int = 0) { self.number = number }
}

/// An error of another type.
package struct Other: Error, Equatable {
  /// Distinguishes errors of the same test.
  package var number: Int

  /// Creates an error with a number.
  package init(number: Int = 0) { self.number = number }
}

extension Future {
  /// The value, if this is fulfilled.
  package var got: Value? {
    guard case .success(let value) = result else { return nil }
    return value
  }

  /// The error, if this is rejected.
  package var failure: (any Error)? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// The error, if this is rejected with a `Broken`.
  package var broken: Broken? { failure as? Broken }

  /// Whether this was discarded.
  package var isDiscarded: Bool { failure is DiscardedError }
}
