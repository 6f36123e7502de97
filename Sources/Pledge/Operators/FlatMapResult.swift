public import PledgeCore

extension Future {
  /// Returns a promise that settles as the one that `transform` makes of the outcome, whichever it is.
  ///
  ///     let saved = load(1).flatMapResult { result in
  ///       switch result {
  ///       case .success(let user): save(user)
  ///       case .failure: save(guest)
  ///       }
  ///     }
  ///
  /// This is one stage, so `transform` keeps its place among the handlers of this promise, whichever the
  /// outcome is (spec 4.9.4). The promise that `transform` returns gains a consumer and is not changed
  /// otherwise; discarding the stage leaves whichever of the two it waits for (spec 4.3). A promise that
  /// would wait for itself is rejected with ``CycleError``.
  ///
  /// - Parameter transform: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise with the outcome of the second one.
  @inlinable
  public final func flatMapResult<U: Sendable>(
    _ transform: @escaping @Sendable (Result<Value, any Error>) throws -> Future<U>
  ) -> Promise<U> {
    stage(ResultFlatMapping(transform))
  }

  /// Same as ``flatMapResult(_:)``, with `transform` running on `context`.
  @inlinable
  public final func flatMapResult<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Result<Value, any Error>) throws -> Future<U>
  ) -> Promise<U> {
    stage(ResultFlatMapping(transform), on: context)
  }

  /// Same as ``flatMapResult(_:)``, with `transform` running on the main actor.
  public final func flatMapResult<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Result<Value, any Error>) throws -> Future<U>
  ) -> Promise<U> {
    stage(
      ResultFlatMapping { result in try MainActor.assumeIsolated { try transform(result) } },
      on: actor
    )
  }
}

@frozen @usableFromInline struct ResultFlatMapping<Input: Sendable, Output: Sendable>: StageHandler
{
  @usableFromInline let transform: @Sendable (Result<Input, any Error>) throws -> Future<Output>

  @inlinable
  init(_ transform: @escaping @Sendable (Result<Input, any Error>) throws -> Future<Output>) {
    self.transform = transform
  }

  @inlinable static var operatorID: OperatorID { .flatMapResult }
  @inlinable static var interest: Interest { .both }

  @inlinable func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Output> {
    .follow(try transform(outcome))
  }
}
