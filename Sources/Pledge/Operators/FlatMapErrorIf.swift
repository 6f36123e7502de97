extension Future {
  /// Returns a promise that settles as the one that `recovery` returns where this one is rejected with
  /// an error that `predicate` says yes to.
  ///
  ///     let user = primary.load(1).flatMapError(if: isOffline) { _ in mirror.load(1) }
  ///
  /// A value and any other error pass, without a call of `recovery`. Discarding the returned
  /// promise rejects it: that is not recovered from (spec 5.3.3).
  ///
  /// - Parameters:
  ///   - predicate: Says of an error whether to recover from it. Runs where `recovery` does; if it
  ///     throws, the returned promise is rejected with that.
  ///   - recovery: Runs on the thread that settles this promise, or at once if it is settled; if it
  ///     throws, the returned promise is rejected.
  /// - Returns: A promise for the value of either.
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
