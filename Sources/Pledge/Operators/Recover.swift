public import PledgeCore

extension Future {
  /// Returns a promise that recovers from an error with the value that `recovery` returns.
  ///
  ///     let user = load(1).recover { _ in guest }
  ///
  /// A value is passed on without calling `recovery` (spec 5.2.1). If the returned promise itself
  /// is discarded, it is rejected, and `recovery` is not called.
  ///
  /// - Parameter recovery: A closure that receives the error and returns a replacement value. Runs
  ///   on the thread that settles this promise, or immediately if it is already settled. If it
  ///   throws, the returned promise is rejected with the error.
  /// - Returns: A promise for the value of this promise or the one that `recovery` returns.
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

@frozen @usableFromInline struct Recovery<Value: Sendable>: PlainStageHandler {
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

// MARK: - Errors of one type

extension Future {
  /// Returns a promise that recovers from an error of `type` with the value that `recovery`
  /// returns.
  ///
  ///     let user = load(1).recover(from: Missing.self) { _ in guest }
  ///
  /// After a `retry`, the error of the last attempt counts, too (spec 5.3.10). A value and any
  /// other error are passed on without calling `recovery`. If the returned promise itself is
  /// discarded, it is rejected, and `recovery` is not called (spec 5.3.1).
  ///
  /// - Parameters:
  ///   - type: The type of error to recover from.
  ///   - recovery: A closure that receives the error and returns a replacement value. Runs on the
  ///     thread that settles this promise, or immediately if it is already settled. If it throws,
  ///     the returned promise is rejected with the error.
  /// - Returns: A promise for the value of this promise or the one that `recovery` returns.
  public final func recover<E: Error>(
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Value
  ) -> Promise<Value> {
    recover { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``recover(from:_:)``, with the type check and `recovery` running on `context`.
  public final func recover<E: Error>(
    on context: some ExecutionContext,
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Value
  ) -> Promise<Value> {
    recover(on: context) { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``recover(from:_:)``, with the type check and `recovery` running on the main actor.
  public final func recover<E: Error>(
    on actor: MainActor,
    from type: E.Type,
    _ recovery: @escaping @MainActor @Sendable (E) throws -> Value
  ) -> Promise<Value> {
    recover(on: actor) { error in try recovery(error.cast(to: E.self)) }
  }
}

// MARK: - Errors that satisfy a predicate

extension Future {
  /// Returns a promise that recovers from an error that satisfies `predicate` with the value that
  /// `recovery` returns.
  ///
  ///     let user = load(1).recover(if: isOffline) { _ in guest }
  ///
  /// A value and any other error are passed on without calling `recovery`. If the returned promise
  /// itself is discarded, it is rejected, and neither closure is called (spec 5.3.3).
  ///
  /// - Parameters:
  ///   - predicate: A closure that returns whether to recover from an error. Runs where `recovery`
  ///     runs. If it throws, the returned promise is rejected with the error.
  ///   - recovery: A closure that receives the error and returns a replacement value. Runs on the
  ///     thread that settles this promise, or immediately if it is already settled. If it throws,
  ///     the returned promise is rejected with the error.
  /// - Returns: A promise for the value of this promise or the one that `recovery` returns.
  public final func recover(
    if predicate: @escaping @Sendable (any Error) throws -> Bool,
    _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    recover { error in
      guard try predicate(error) else { throw error }
      return try recovery(error)
    }
  }

  /// Same as ``recover(if:_:)``, with both closures running on `context`.
  public final func recover(
    on context: some ExecutionContext,
    if predicate: @escaping @Sendable (any Error) throws -> Bool,
    _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    recover(on: context) { error in
      guard try predicate(error) else { throw error }
      return try recovery(error)
    }
  }

  /// Same as ``recover(if:_:)``, with both closures running on the main actor.
  public final func recover(
    on actor: MainActor,
    if predicate: @escaping @MainActor @Sendable (any Error) throws -> Bool,
    _ recovery: @escaping @MainActor @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    recover(on: actor) { error in
      guard try predicate(error) else { throw error }
      return try recovery(error)
    }
  }
}

extension Error {
  /// Returns this error, or else the last error of a ``RetryError``, as an `E`.
  ///
  /// Throws this error if neither has the type.
  func cast<E: Error>(to type: E.Type) throws -> E {
    guard let error = self as? E ?? (self as? RetryError)?.last as? E else { throw self }
    return error
  }
}
