public import Pledge

extension Promise where T: Sendable {
  /// Creates a promise that settles as a future of Pledge's.
  ///
  /// A discard and a cancelled task arrive as ``PMKError/cancelled``, a cycle as
  /// ``PMKError/returnedSelf``, other errors as they are. If the future is rejected with `BrokenPromiseError`,
  /// this promise stays pending, unless ``PMKConfiguration/rejectsBrokenPromises`` is on. It waits for
  /// the future as long as that is pending, which is not discarded meanwhile.
  ///
  /// - Parameter future: What to wait for.
  public convenience init(pledge future: Pledge.Future<T>) {
    self.init(
      newborn: future.map { UncheckedSendable($0) }.mapError { error in
        switch error {
        case is DiscardedError, is CancellationError: PMKError.cancelled
        case is BrokenPromiseError: brokenPromise(error)
        default: error
        }
      }
    )
  }

  /// The same as a future of Pledge's.
  ///
  /// ``PMKError/cancelled`` arrives as `DiscardedError`, other errors as `error` has them. If the promise is
  /// broken, the future is rejected with `BrokenPromiseError`, whether this promise looks pending or not.
  /// Discarding the future leaves this promise, which goes on.
  public var pledge: Pledge.Future<T> {
    uncheckedFuture.map(\.value).mapError { error in
      if case PMKError.cancelled = error { DiscardedError() } else { error.bridged }
    }
  }
}

extension Guarantee where T: Sendable {
  /// The same as a future of Pledge's.
  ///
  /// If nothing can resolve the guarantee any more, the future is rejected with `BrokenPromiseError`. Discarding
  /// it leaves this guarantee, which goes on.
  public var pledge: Pledge.Future<T> {
    inner.map(\.value).mapError(\.bridged)
  }
}

extension Error {
  /// This error as the Pledge side of a bridge knows it.
  fileprivate var bridged: any Error { (self as? BrokenPromise)?.reason ?? perceived }
}
