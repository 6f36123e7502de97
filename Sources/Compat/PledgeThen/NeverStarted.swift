internal import Pledge

/// The rejection of a promise that is deallocated without having been started.
///
/// Blocks do not run for it. It is a cancellation, so it is not reported either.
struct NeverStarted: CancellableError {
  var isCancelled: Bool { true }
}

extension Error {
  /// Whether blocks run for this error; otherwise it is passed on.
  var reachesBlocks: Bool { !(self is NeverStarted) && !isBrokenPromise }
}

extension Result {
  /// Whether blocks run for this outcome; otherwise it is passed on.
  var reachesBlocks: Bool {
    if case .failure(let error) = self { error.reachesBlocks } else { true }
  }
}
