import Pledge

/// An error for rejecting promises in tests.
struct Broken: Error, Equatable {
  var number = 0
}

/// A promise with its value type erased, for the tables of operators.
protocol Stage: AnyObject, Sendable {
  var isPending: Bool { get }
  var isFulfilled: Bool { get }
  var failure: (any Error)? { get }

  func discard()
}

extension Promise: Stage {}

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
}
