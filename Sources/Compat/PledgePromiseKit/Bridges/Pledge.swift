public import Pledge

extension Promise where T: Sendable {
  /// Creates a promise that settles like a Pledge future.
  ///
  /// `DiscardedError` and `CancellationError` become ``PMKError/cancelled``, a cycle becomes
  /// ``PMKError/returnedSelf``, and other errors pass unchanged. If the future is rejected with
  /// `BrokenPromiseError`, this promise stays pending, unless
  /// ``PMKConfiguration/rejectsBrokenPromises`` is on. This promise counts as a consumer while the
  /// future is pending, so the future is not discarded.
  ///
  /// - Parameter future: The future to wait for.
  public convenience init(pledge future: Pledge.Future<T>) {
    self.init(
      owning: future.map { UncheckedSendable($0) }.mapError { error in
        switch error {
        case is DiscardedError, is CancellationError: PMKError.cancelled
        case is BrokenPromiseError: brokenPromise(error)
        default: error
        }
      }
    )
  }

  /// A Pledge future with the same outcome.
  ///
  /// ``PMKError/cancelled`` becomes `DiscardedError`; other errors are the same as in `error`. If
  /// this promise is broken, the future is rejected with `BrokenPromiseError`, whether or not this
  /// promise looks pending. Discarding the future does not affect this promise.
  public var pledge: Pledge.Future<T> {
    uncheckedFuture.map(\.value).mapError { error in
      if case PMKError.cancelled = error { DiscardedError() } else { error.bridged }
    }
  }
}

extension Guarantee where T: Sendable {
  /// A Pledge future with the same value.
  ///
  /// If nothing can resolve the guarantee anymore, the future is rejected with
  /// `BrokenPromiseError`. Discarding the future does not affect this guarantee.
  public var pledge: Pledge.Future<T> {
    inner.map(\.value).mapError(\.bridged)
  }
}

extension Error {
  /// This error as seen on the Pledge side of a bridge.
  fileprivate var bridged: any Error { (self as? BrokenPromise)?.reason ?? perceived }
}
