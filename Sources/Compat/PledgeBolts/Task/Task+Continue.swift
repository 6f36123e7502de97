internal import Pledge

extension Task {
  /// The promise to continue.
  ///
  /// A completed task is continued at once, even by one of its own continuations; a promise would
  /// first call those that were added before.
  var source: Future<UncheckedSendable<TResult>> {
    inner.result.map { Promise(result: $0) } ?? inner
  }

  /// Continues when this task is completed, however, with what `continuation` returns.
  ///
  /// - Parameters:
  ///   - executor: Where `continuation` runs.
  ///   - cancellationToken: Looked at when `continuation` is about to run: if cancellation has been
  ///     requested, it does not, and the returned task is cancelled.
  ///   - continuation: Gets this task, the identical object. If it throws, the returned task is
  ///     faulted, or cancelled by ``CancelledError``.
  /// - Returns: A task for what `continuation` returns.
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

  /// Continues when this task is completed, however, with the task that `continuation` returns.
  ///
  /// Same as ``continueWith(_:cancellationToken:continuation:)``; the token is looked at again when
  /// the task that `continuation` returned is completed.
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

  /// Continues when this task has succeeded with what `continuation` returns.
  ///
  /// An error and a cancellation pass to the returned task without the executor.
  ///
  /// - Parameters:
  ///   - executor: Where `continuation` runs.
  ///   - cancellationToken: Looked at now, and when `continuation` is about to run: if cancellation
  ///     has been requested, the returned task is cancelled.
  ///   - continuation: Gets the result. If it throws, the returned task is faulted, or cancelled by
  ///     ``CancelledError``.
  /// - Returns: A task for what `continuation` returns.
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

  /// Continues when this task has succeeded with the task that `continuation` returns.
  ///
  /// Same as ``continueOnSuccessWith(_:cancellationToken:continuation:)``; the token is looked at
  /// again when the task that `continuation` returned is completed.
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

  /// The promise of this task, or one that is rejected if cancellation has been requested by then.
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
