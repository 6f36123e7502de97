import Pledge

/// An error that tests reject with.
struct Broken: Error, Equatable {
  var number = 0
}

/// A promise as the tables of operators see it, whatever its value is.
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

  /// The error, if this is rejected with a broken one.
  var broken: Broken? { failure as? Broken }

  /// Whether this was discarded.
  var isDiscarded: Bool { failure is DiscardedError }
}
