public import Pledge

extension Promise where T: Sendable {
  /// Creates a promise that settles as a future of Pledge's.
  ///
  /// A discard and a cancelled task arrive as ``PMKError/cancelled``, a cycle as
  /// ``PMKError/returnedSelf``, other errors as they are. It waits for the future as long as that
  /// is pending, which is not discarded meanwhile.
  ///
  /// - Parameter future: What to wait for.
  public convenience init(pledge future: Pledge.Future<T>) {
    self.init(
      newborn: future.map { UncheckedSendable($0) }.mapError { error in
        error is Discarded || error is CancellationError ? PMKError.cancelled : error
      }
    )
  }

  /// The same as a future of Pledge's.
  ///
  /// ``PMKError/cancelled`` arrives as `Discarded`, a lost resolver as `Abandoned`, other errors as
  /// `error` has them. Discarding the future leaves this promise, which goes on.
  public var pledge: Pledge.Future<T> {
    uncheckedFuture.map(\.value).mapError { error in
      if case PMKError.cancelled = error { Discarded() } else { error.perceived }
    }
  }
}

extension Guarantee where T: Sendable {
  /// The same as a future of Pledge's.
  ///
  /// If nobody can resolve this any more, it is rejected with `Abandoned`. Discarding it leaves
  /// this guarantee, which goes on.
  public var pledge: Pledge.Future<T> {
    inner.map(\.value).mapError(\.perceived)
  }
}
