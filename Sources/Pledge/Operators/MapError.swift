public import PledgeCore

extension Future {
  /// Returns a promise that is rejected with what `transform` makes of the error.
  ///
  ///     let user = load(1).mapError { LoadError(cause: $0) }
  ///
  /// A value skips `transform` and fulfils the returned promise. Discarding that takes `transform`
  /// away: its error is ``DiscardedError`` (spec 5.2.7).
  ///
  /// - Parameter transform: Runs on the thread that settles this promise, or at once if it is settled.
  /// - Returns: A promise with the same value or another error.
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

@frozen @usableFromInline struct ErrorMapping<Value: Sendable>: StageHandler {
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
