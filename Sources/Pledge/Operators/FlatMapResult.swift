public import PledgeCore

extension Future {
  /// Returns a promise that settles with the outcome of the promise that `transform` returns for
  /// the value or the error.
  ///
  ///     let saved = load(1).flatMapResult { result in
  ///       switch result {
  ///       case .success(let user): save(user)
  ///       case .failure: save(guest)
  ///       }
  ///     }
  ///
  /// This operator is a single stage, so `transform` keeps its position among the handlers of this
  /// promise, regardless of the outcome (spec 4.9.4).
  ///
  /// The promise that `transform` returns gains a consumer and is not affected otherwise.
  /// Discarding the returned promise detaches it from whichever of the two promises it is waiting
  /// for (spec 4.3). A returned promise that would wait for itself is rejected with ``CycleError``.
  ///
  /// - Parameter transform: A closure that receives the value or the error and returns another
  ///   promise. Runs on the thread that settles this promise, or immediately if it is already
  ///   settled. If it throws, the returned promise is rejected with the error.
  /// - Returns: A promise with the outcome of the promise that `transform` returns.
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

@frozen @usableFromInline
struct ResultFlatMapping<Input: Sendable, Output: Sendable>: PlainStageHandler {
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
