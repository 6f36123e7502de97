public import PledgeCore

extension Future {
  /// Returns a promise that recovers from an error with the promise that `recovery` returns.
  ///
  ///     let user = primary.load(1).flatMapError { _ in mirror.load(1) }
  ///
  /// A value is passed on without calling `recovery` (spec 5.2.4). If the returned promise itself
  /// is discarded, it is rejected, and `recovery` is not called.
  ///
  /// - Parameter recovery: A closure that receives the error and returns a promise for a
  ///   replacement value. Runs on the thread that settles this promise, or immediately if it is
  ///   already settled. If it throws, the returned promise is rejected with the error.
  /// - Returns: A promise for the value of this promise or of the one that `recovery` returns.
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

@frozen @usableFromInline struct FlatRecovery<Value: Sendable>: PlainStageHandler {
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

// MARK: - Errors of one type

extension Future {
  /// Returns a promise that recovers from an error of `type` with the promise that `recovery`
  /// returns.
  ///
  ///     let user = primary.load(1).flatMapError(from: Missing.self) { _ in mirror.load(1) }
  ///
  /// After a `retry`, the error of the last attempt counts, too (spec 5.3.10). A value and any
  /// other error are passed on without calling `recovery`. If the returned promise itself is
  /// discarded, it is rejected, and `recovery` is not called (spec 5.3.1).
  ///
  /// - Parameters:
  ///   - type: The type of error to recover from.
  ///   - recovery: A closure that receives the error and returns a promise for a replacement value.
  ///     Runs on the thread that settles this promise, or immediately if it is already settled. If
  ///     it throws, the returned promise is rejected with the error.
  /// - Returns: A promise for the value of this promise or of the one that `recovery` returns.
  public final func flatMapError<E: Error>(
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``flatMapError(from:_:)``, with the type check and `recovery` running on `context`.
  public final func flatMapError<E: Error>(
    on context: some ExecutionContext,
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError(on: context) { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``flatMapError(from:_:)``, with the type check and `recovery` running on the main
  /// actor.
  public final func flatMapError<E: Error>(
    on actor: MainActor,
    from type: E.Type,
    _ recovery: @escaping @MainActor @Sendable (E) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError(on: actor) { error in try recovery(error.cast(to: E.self)) }
  }
}

// MARK: - Errors that satisfy a predicate

extension Future {
  /// Returns a promise that recovers from an error that satisfies `predicate` with the promise that
  /// `recovery` returns.
  ///
  ///     let user = primary.load(1).flatMapError(if: isOffline) { _ in mirror.load(1) }
  ///
  /// A value and any other error are passed on without calling `recovery`. If the returned promise
  /// itself is discarded, it is rejected, and neither closure is called (spec 5.3.3).
  ///
  /// - Parameters:
  ///   - predicate: A closure that returns whether to recover from an error. Runs where `recovery`
  ///     runs. If it throws, the returned promise is rejected with the error.
  ///   - recovery: A closure that receives the error and returns a promise for a replacement value.
  ///     Runs on the thread that settles this promise, or immediately if it is already settled. If
  ///     it throws, the returned promise is rejected with the error.
  /// - Returns: A promise for the value of this promise or of the one that `recovery` returns.
  public final func flatMapError(
    if predicate: @escaping @Sendable (any Error) throws -> Bool,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError { error in
      guard try predicate(error) else { throw error }
      return try recovery(error)
    }
  }

  /// Same as ``flatMapError(if:_:)``, with both closures running on `context`.
  public final func flatMapError(
    on context: some ExecutionContext,
    if predicate: @escaping @Sendable (any Error) throws -> Bool,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError(on: context) { error in
      guard try predicate(error) else { throw error }
      return try recovery(error)
    }
  }

  /// Same as ``flatMapError(if:_:)``, with both closures running on the main actor.
  public final func flatMapError(
    on actor: MainActor,
    if predicate: @escaping @MainActor @Sendable (any Error) throws -> Bool,
    _ recovery: @escaping @MainActor @Sendable (any Error) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError(on: actor) { error in
      guard try predicate(error) else { throw error }
      return try recovery(error)
    }
  }
}
