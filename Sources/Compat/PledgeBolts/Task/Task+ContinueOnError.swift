internal import Pledge

extension Task {
  /// Continues when this task is faulted with an `E` with what `continuation` returns.
  ///
  /// A result and a cancellation pass to the returned task without the executor; another error passes
  /// unchanged.
  ///
  /// - Parameters:
  ///   - executor: Where `continuation` runs.
  ///   - continuation: Gets the error. If it throws, the returned task is faulted, or cancelled by
  ///     ``CancelledError``.
  /// - Returns: A task for the result of this one, or for what `continuation` returns.
  @preconcurrency @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (E) throws -> TResult
  ) -> Task {
    rescue(executor) { error in
      // Not thrown: a CancelledError that was set is an error.
      guard let error = error as? E else { return Promise(error: error) }
      return Promise(value: UncheckedSendable(try continuation(error)))
    }
  }

  /// Continues when this task is faulted with what `continuation` returns.
  ///
  /// Same as the one for a type of errors, for any error.
  @preconcurrency @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (any Error) throws -> TResult
  ) -> Task {
    rescue(executor) { Promise(value: UncheckedSendable(try continuation($0))) }
  }

  /// Continues when this task is faulted with an `E` with the task that `continuation` returns.
  ///
  /// Same as `continueOnErrorWith`, for a `continuation` that makes a task.
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

  /// Continues when this task is faulted with the task that `continuation` returns.
  ///
  /// Same as `continueOnErrorWith`, for any error and a `continuation` that makes a task.
  @preconcurrency @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default,
    continuation: @escaping @Sendable (any Error) throws -> Task
  ) -> Task {
    rescue(executor) { try continuation($0).inner }
  }

  /// Follows what `body` makes of an error; a cancellation is none, and needs no executor.
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
