public import Pledge

extension Future where T: Sendable {
  /// A Pledge future that completes when this future does.
  ///
  /// A failure rejects it.
  ///
  /// Discarding it does not affect this future. It is rejected with `BrokenPromiseError` if this
  /// future is broken, whether or not this future stays pending, and with `DiscardedError` if a
  /// context dropped a task on which this future depends.
  public var pledge: Pledge.Future<T> {
    core.inner.shared().map { try $0.value.get() }
  }
}

extension Future where T: Sendable, E == any Error {
  /// Creates a future that completes when a Pledge future is settled, on the thread that settles
  /// it.
  ///
  /// It counts as a consumer of `pledge`. If `pledge` is discarded, this fails with
  /// `DiscardedError`. If `pledge` is rejected with `BrokenPromiseError`, this future is broken;
  /// see ``BrightFuturesConfiguration/rejectsBrokenPromises``.
  ///
  /// - Parameter pledge: The future to wait for.
  public convenience init(pledge: Pledge.Future<T>) {
    let outcome = pledge.map { UncheckedSendable(Result<T, any Error>.success($0)) }
    self.init(
      Core(outcome.recover(if: { !$0.isBrokenPromise }) { UncheckedSendable(.failure($0)) })
    )
  }
}
