extension Future {
  /// Returns a promise that settles as the one that `recovery` returns where this one is rejected with
  /// an error of `type`.
  ///
  ///     let user = primary.load(1).flatMapError(from: Missing.self) { _ in mirror.load(1) }
  ///
  /// A value and any other error pass, without a call of `recovery`. Discarding the returned
  /// promise rejects it: that is not recovered from (spec 5.3.1).
  ///
  /// - Parameters:
  ///   - type: The type of error to recover from.
  ///   - recovery: Runs on the thread that settles this promise, or at once if it is settled; if it
  ///     throws, the returned promise is rejected.
  /// - Returns: A promise for the value of either.
  public final func flatMapError<E: Error>(
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``flatMapError(from:_:)``, with `recovery` running on `context`, where the type is looked
  /// at.
  public final func flatMapError<E: Error>(
    on context: some ExecutionContext,
    from type: E.Type,
    _ recovery: @escaping @Sendable (E) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError(on: context) { error in try recovery(error.cast(to: E.self)) }
  }

  /// Same as ``flatMapError(from:_:)``, with `recovery` running on the main actor, where the type is
  /// looked at.
  public final func flatMapError<E: Error>(
    on actor: MainActor,
    from type: E.Type,
    _ recovery: @escaping @MainActor @Sendable (E) throws -> Future<Value>
  ) -> Promise<Value> {
    flatMapError(on: actor) { error in try recovery(error.cast(to: E.self)) }
  }
}
