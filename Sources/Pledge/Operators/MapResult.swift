public import PledgeCore

extension Future {
  /// Returns a promise for what `transform` makes of the outcome, whichever it is.
  ///
  ///     let text = load(1).mapResult { result in
  ///       switch result {
  ///       case .success(let user): user.name
  ///       case .failure(let error): "unknown: \(error)"
  ///       }
  ///     }
  ///
  /// This is one stage, so `transform` keeps its place among the handlers of this promise, whichever the
  /// outcome is; `map` and `recover` one after the other do not (spec 4.9.4). Discarded before it has
  /// run, `transform` is released without running; a discard of this promise is a failure to it
  /// (spec 4.9.5).
  ///
  /// - Parameter transform: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for what `transform` returns.
  @inlinable
  public final func mapResult<U: Sendable>(
    _ transform: @escaping @Sendable (Result<Value, any Error>) throws -> U
  ) -> Promise<U> {
    stage(ResultMapping(transform))
  }

  /// Same as ``mapResult(_:)``, with `transform` running on `context`.
  @inlinable
  public final func mapResult<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Result<Value, any Error>) throws -> U
  ) -> Promise<U> {
    stage(ResultMapping(transform), on: context)
  }

  /// Same as ``mapResult(_:)``, with `transform` running on the main actor.
  public final func mapResult<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Result<Value, any Error>) throws -> U
  ) -> Promise<U> {
    stage(
      ResultMapping { result in try MainActor.assumeIsolated { try transform(result) } },
      on: actor
    )
  }
}

@frozen @usableFromInline struct ResultMapping<Input: Sendable, Output: Sendable>: StageHandler {
  @usableFromInline let transform: @Sendable (Result<Input, any Error>) throws -> Output

  @inlinable init(_ transform: @escaping @Sendable (Result<Input, any Error>) throws -> Output) {
    self.transform = transform
  }

  @inlinable static var operatorID: OperatorID { .mapResult }
  @inlinable static var interest: Interest { .both }

  @inlinable func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Output> {
    .value(try transform(outcome))
  }
}
