extension Future {
  /// Returns a promise whose value `recovery` finds where this one is rejected with an error that
  /// `predicate` says yes to.
  ///
  ///     let user = load(1).recover(if: isOffline) { _ in guest }
  ///
  /// A value and any other error pass, without a call of `recovery`. Discarding the returned promise
  /// rejects it: that is not recovered from (spec 5.3.3).
  ///
  /// - Parameters:
  ///   - predicate: Says of an error whether to recover from it. Runs where `recovery` does; if it
  ///     throws, the returned promise is rejected with that.
  ///   - recovery: Runs on the thread that settles this promise, or at once if it is settled; if it
  ///     throws, the returned promise is rejected.
  /// - Returns: A promise for a value in either case.
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
