public import Pledge

extension Future where T: Sendable {
  /// This as a future of Pledge, rejected with the error of a failure.
  ///
  /// Discarding that leaves this one alone. It is rejected with `BrokenPromiseError` if this is broken, whether or
  /// not this stays pending, and with `DiscardedError` if a context has dropped what this is made of.
  public var pledge: Pledge.Future<T> {
    core.inner.shared().map { try $0.value.get() }
  }
}

extension Future where T: Sendable, E == any Error {
  /// Creates a future that completes as one of Pledge is settled, on the thread that settles that.
  ///
  /// It counts as a consumer of that. A discard is a failure with `DiscardedError`. If that is rejected with
  /// `BrokenPromiseError`, this future is broken; see ``BrightFuturesConfiguration/rejectsBrokenPromises``.
  ///
  /// - Parameter pledge: The future to wait for.
  public convenience init(pledge: Pledge.Future<T>) {
    let outcome = pledge.map { UncheckedSendable(Result<T, any Error>.success($0)) }
    self.init(
      Core(outcome.recover(if: { !$0.isBrokenPromise }) { UncheckedSendable(.failure($0)) })
    )
  }
}
