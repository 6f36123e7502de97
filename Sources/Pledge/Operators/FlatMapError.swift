public import PledgeCore

extension Future {
  /// Returns a promise that settles as the one that `recovery` returns where this one is rejected.
  ///
  ///     let user = primary.load(1).flatMapError { _ in mirror.load(1) }
  ///
  /// A value skips `recovery` and fulfils the returned promise (spec 5.2.4). Discarding the
  /// returned promise rejects it: that is not recovered from.
  ///
  /// - Parameter recovery: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for the value of either.
  @inlinable
  public final func flatMapError(
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Promise<Value> {
    stage(FlatRecovery(recovery))
  }

  /// Same as ``flatMapError(_:)``, with `recovery` running on `context`.
  @inlinable
  public final func flatMapError(
    on context: some ExecutionContext,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Promise<Value> {
    stage(FlatRecovery(recovery), on: context)
  }

  /// Same as ``flatMapError(_:)``, with `recovery` running on the main actor.
  public final func flatMapError(
    on actor: MainActor,
    _ recovery: @escaping @MainActor @Sendable (any Error) throws -> Future<Value>
  ) -> Promise<Value> {
    stage(FlatRecovery { error in try MainActor.assumeIsolated { try recovery(error) } }, on: actor)
  }
}

@frozen @usableFromInline struct FlatRecovery<Value: Sendable>: StageHandler {
  @usableFromInline let recovery: @Sendable (any Error) throws -> Future<Value>

  @inlinable init(_ recovery: @escaping @Sendable (any Error) throws -> Future<Value>) {
    self.recovery = recovery
  }

  @inlinable static var operatorID: OperatorID { .flatMapError }
  @inlinable static var interest: Interest { .errors }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let value): .value(value)
    case .failure(let error): .follow(try recovery(error))
    }
  }
}
