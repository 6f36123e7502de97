internal import Pledge

extension Task {
  /// Continues with the value that `continuation` returns, if this task is faulted with an `E`.
  ///
  /// Results and cancellations pass to the returned task without using the executor; other errors
  /// pass unchanged.
  ///
  /// - Parameters:
  ///   - executor: Where `continuation` runs.
  ///   - continuation: Receives the error. If it throws, the returned task is faulted, or canceled
  ///     if the error is ``CancelledError``.
  /// - Returns: A task for the result of this one, or for the value that `continuation` returns.
  @preconcurrency @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (E) throws -> TResult
  ) -> Task {
    rescue(executor) { error in
      // Returned instead of thrown, because a `CancelledError` that was set is an ordinary error.
      guard let error = error as? E else { return Promise(error: error) }
      return Promise(value: UncheckedSendable(try continuation(error)))
    }
  }

  /// Same as the overload for one error type, but for any error.
  @preconcurrency @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (any Error) throws -> TResult
  ) -> Task {
    rescue(executor) { Promise(value: UncheckedSendable(try continuation($0))) }
  }

  /// Same as `continueOnErrorWith` for one error type, for a `continuation` that returns a task.
  @preconcurrency @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (E) throws -> Task
  ) -> Task {
    rescue(executor) { error in
      guard let error = error as? E else { return Promise(error: error) }
      return try continuation(error).inner
    }
  }

  /// Same as `continueOnErrorWith`, for any error and a `continuation` that returns a task.
  @preconcurrency @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (any Error) throws -> Task
  ) -> Task {
    rescue(executor) { try continuation($0).inner }
  }

  /// Follows the promise that `body` returns for an error.
  ///
  /// Cancellations pass without using the executor.
  private func rescue(
    _ executor: Executor,
    _ body: @escaping @Sendable (any Error) throws -> Promise<UncheckedSendable<TResult>>
  ) -> Task {
    Task(
      inner: source.flatMapError { error in
        if error is Cancellation || error.isBrokenPromise { throw error }
        return try executor.start { try body(error) }
      }
    )
  }
}
