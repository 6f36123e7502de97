public import Dispatch
internal import Pledge

extension CatchMixin {
  /// Runs `body` when this is settled and returns a promise with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - body: The closure to run.
  /// - Returns: A promise with the same outcome, after `body` has run.
  @preconcurrency
  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<T> {
    Promise(owning: uncheckedFuture.observe(through: Hop(on, flags)) { _ in body() })
  }

  /// Same as ``ensure(on:flags:_:)``, and waits for the guarantee that `body` returns.
  ///
  /// The returned promise is settled on the queue of `conf.Q.return`.
  /// If nothing can resolve the guarantee anymore, the returned promise stays pending. With
  /// ``PMKConfiguration/rejectsBrokenPromises``, it is rejected: with the error of this promise or,
  /// if this promise is fulfilled, with Pledge's `BrokenPromiseError`.
  @preconcurrency
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<T> {
    Promise(
      owning: uncheckedFuture.ensureThen(through: Hop(on, flags)) {
        body().inner.map(through: Hop(conf.Q.return, nil)) { _ in }
      }
    )
  }
}
