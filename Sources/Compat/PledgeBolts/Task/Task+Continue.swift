internal import Pledge

extension Task {
  /// The promise to continue.
  ///
  /// Continuing a completed task runs the continuation immediately, even from one of the task's own
  /// continuations; a promise would first call the handlers that were added earlier.
  var source: Future<UncheckedSendable<TResult>> {
    inner.result.map { Promise(result: $0) } ?? inner
  }

  /// Continues with the value that `continuation` returns, whatever the outcome of this task.
  ///
  /// - Parameters:
  ///   - executor: Where `continuation` runs.
  ///   - cancellationToken: Checked when `continuation` is about to run: if cancellation was
  ///     requested, `continuation` does not run and the returned task is canceled.
  ///   - continuation: Receives this task, the identical object. If it throws, the returned task is
  ///     faulted, or canceled if the error is ``CancelledError``.
  /// - Returns: A task for the value that `continuation` returns.
  @preconcurrency @discardableResult
  public func continueWith<S>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (Task) throws -> S
  ) -> Task<S> {
    Task<S>(
      inner: source.nilOnError().flatMap { _ in
        if let brokenPromise = self.brokenPromise { throw brokenPromise }
        return try executor.start(unless: cancellationToken) {
          Promise(value: UncheckedSendable(try continuation(self)))
        }
      }
    )
  }

  /// Same as ``continueWith(_:cancellationToken:continuation:)``, with the task that `continuation`
  /// returns; the token is checked again when that is completed.
  @preconcurrency @discardableResult
  public func continueWithTask<S>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (Task) throws -> Task<S>
  ) -> Task<S> {
    Task<S>(
      inner: source.nilOnError().flatMap { _ in
        if let brokenPromise = self.brokenPromise { throw brokenPromise }
        return try executor.start(unless: cancellationToken) {
          try continuation(self).inner(unless: cancellationToken)
        }
      }
    )
  }

  /// Continues with the value that `continuation` returns, if this task succeeds.
  ///
  /// Errors and cancellations pass to the returned task without using the executor.
  ///
  /// - Parameters:
  ///   - executor: Where `continuation` runs.
  ///   - cancellationToken: Checked now and when `continuation` is about to run: if cancellation
  ///     was requested, the returned task is canceled.
  ///   - continuation: Receives the result. If it throws, the returned task is faulted, or canceled
  ///     if the error is ``CancelledError``.
  /// - Returns: A task for the value that `continuation` returns.
  @preconcurrency @discardableResult
  public func continueOnSuccessWith<S>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (TResult) throws -> S
  ) -> Task<S> {
    if cancellationToken.isRequested { return .cancelledTask() }
    return Task<S>(
      inner: source.flatMap { result in
        try executor.start(unless: cancellationToken) {
          Promise(value: UncheckedSendable(try continuation(result.value)))
        }
      }
    )
  }

  /// Same as ``continueOnSuccessWith(_:cancellationToken:continuation:)``, with the task that
  /// `continuation` returns; the token is checked again when that is completed.
  @preconcurrency @discardableResult
  public func continueOnSuccessWithTask<S>(
    _ executor: Executor = .default,
    cancellationToken: CancellationToken? = nil,
    continuation: @escaping @Sendable (TResult) throws -> Task<S>
  ) -> Task<S> {
    if cancellationToken.isRequested { return .cancelledTask() }
    return Task<S>(
      inner: source.flatMap { result in
        try executor.start(unless: cancellationToken) {
          try continuation(result.value).inner(unless: cancellationToken)
        }
      }
    )
  }

  /// Returns the promise of this task, or one that is rejected if cancellation was requested by the
  /// time this task completes.
  private func inner(
    unless token: CancellationToken?
  ) -> Promise<UncheckedSendable<TResult>> {
    guard let token else { return inner }
    return inner.map { result in
      try token.throwIfRequested()
      return result
    }
    .mapError { token.isRequested && !$0.isBrokenPromise ? Cancellation() : $0 }
  }
}
