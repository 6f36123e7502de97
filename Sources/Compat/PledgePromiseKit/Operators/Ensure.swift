public import Dispatch
internal import Pledge

extension CatchMixin {
  /// Runs `body` at the end of this, and returns a promise that settles in the same way.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - body: What to run.
  /// - Returns: A promise with the same outcome, after `body` has run.
  @preconcurrency
  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<T> {
    Promise(newborn: uncheckedFuture.observe(through: Hop(on, flags)) { _ in body() })
  }

  /// Runs `body` at the end of this, waits for the guarantee that it returns, and returns a promise
  /// that settles as this did.
  ///
  /// If nothing can resolve the guarantee any more, the returned promise stays pending. With
  /// ``PMKConfiguration/rejectsBrokenPromises``, it is rejected: with the error of this promise, or
  /// else with Pledge's `BrokenPromiseError`.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - body: Starts the clean-up.
  /// - Returns: A promise with the same outcome, after the clean-up, on the queue of
  ///   `conf.Q.return`.
  @preconcurrency
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<T> {
    Promise(
      newborn: uncheckedFuture.ensureThen(through: Hop(on, flags)) {
        body().inner.map(through: Hop(conf.Q.return, nil)) { _ in }
      }
    )
  }
}
