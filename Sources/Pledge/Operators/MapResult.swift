public import PledgeCore

extension Future {
  /// Returns a promise for the result of calling `transform` with the value or the error.
  ///
  ///     let text = load(1).mapResult { result in
  ///       switch result {
  ///       case .success(let user): user.name
  ///       case .failure(let error): "unknown: \(error)"
  ///       }
  ///     }
  ///
  /// This operator is a single stage, so `transform` keeps its position among the handlers of this
  /// promise, regardless of the outcome. A `map` followed by a `recover` does not (spec 4.9.4).
  ///
  /// If the returned promise is discarded first, `transform` is released without being called. If
  /// this promise is discarded, `transform` receives the failure (spec 4.9.5).
  ///
  /// - Parameter transform: A closure that receives the value or the error. Runs on the thread that
  ///   settles this promise, or immediately if it is already settled. If it throws, the returned
  ///   promise is rejected with the error.
  /// - Returns: A promise for the result of `transform`.
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

@frozen @usableFromInline struct ResultMapping<Input: Sendable, Output: Sendable>: PlainStageHandler
{
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
