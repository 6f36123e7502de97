internal import Pledge

/// What a promise ends with that goes without ever having been started.
///
/// Blocks are not told of it; and as a cancellation it is not reported either.
struct NeverStarted: CancellableError {
  var isCancelled: Bool { true }
}

extension Error {
  /// Whether blocks are told of this; else it passes them.
  var isTold: Bool { !(self is NeverStarted) && !isBrokenPromise }
}

extension Result {
  /// Whether blocks are told of this; else it passes them.
  var isTold: Bool {
    if case .failure(let error) = self { error.isTold } else { true }
  }
}
