public import PledgeCore

extension Future {
  /// Returns a promise whose value `recovery` finds where this one is rejected.
  ///
  ///     let user = load(1).recover { _ in guest }
  ///
  /// A value skips `recovery` and fulfils the returned promise (spec 5.2.1). Discarding the returned
  /// promise rejects it: that is not recovered from.
  ///
  /// - Parameter recovery: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for a value in either case.
  @inlinable
  public final func recover(
    _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    stage(Recovery(recovery))
  }

  /// Same as ``recover(_:)``, with `recovery` running on `context`.
  @inlinable
  public final func recover(
    on context: some ExecutionContext,
    _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    stage(Recovery(recovery), on: context)
  }

  /// Same as ``recover(_:)``, with `recovery` running on the main actor.
  public final func recover(
    on actor: MainActor,
    _ recovery: @escaping @MainActor @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    stage(Recovery { error in try MainActor.assumeIsolated { try recovery(error) } }, on: actor)
  }
}

@frozen @usableFromInline struct Recovery<Value: Sendable>: StageHandler {
  @usableFromInline let recovery: @Sendable (any Error) throws -> Value

  @inlinable init(_ recovery: @escaping @Sendable (any Error) throws -> Value) {
    self.recovery = recovery
  }

  @inlinable static var operatorID: OperatorID { .recover }
  @inlinable static var interest: Interest { .errors }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    switch outcome {
    case .success(let value): .value(value)
    case .failure(let error): .value(try recovery(error))
    }
  }
}
