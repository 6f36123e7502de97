public import PledgeCore

extension Future {
  /// Returns a promise that is rejected with the result of calling `transform` with the error.
  ///
  ///     let user = load(1).mapError { LoadError(cause: $0) }
  ///
  /// A value is passed on without calling `transform`. If the returned promise is discarded first,
  /// `transform` is released without being called, and the returned promise is rejected with
  /// ``DiscardedError`` (spec 5.2.7).
  ///
  /// - Parameter transform: A closure that transforms the error. Runs on the thread that settles
  ///   this promise, or immediately if it is already settled.
  /// - Returns: A promise with the same value or the transformed error.
  @inlinable
  public final func mapError(
    _ transform: @escaping @Sendable (any Error) -> any Error
  ) -> Promise<Value> {
    stage(ErrorMapping(transform))
  }

  /// Same as ``mapError(_:)``, with `transform` running on `context`.
  @inlinable
  public final func mapError(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (any Error) -> any Error
  ) -> Promise<Value> {
    stage(ErrorMapping(transform), on: context)
  }

  /// Same as ``mapError(_:)``, with `transform` running on the main actor.
  public final func mapError(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (any Error) -> any Error
  ) -> Promise<Value> {
    stage(ErrorMapping { error in MainActor.assumeIsolated { transform(error) } }, on: actor)
  }
}

@frozen @usableFromInline struct ErrorMapping<Value: Sendable>: PlainStageHandler {
  @usableFromInline let transform: @Sendable (any Error) -> any Error

  @inlinable init(_ transform: @escaping @Sendable (any Error) -> any Error) {
    self.transform = transform
  }

  @inlinable static var operatorID: OperatorID { .mapError }
  @inlinable static var interest: Interest { .errors }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let value): .value(value)
    case .failure(let error): .error(transform(error))
    }
  }
}
