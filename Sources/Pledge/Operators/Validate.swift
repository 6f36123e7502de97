extension Future {
  /// Returns a promise for the same value if it satisfies `predicate`.
  ///
  ///     let user = load(1).validate(orThrow: Missing()) { !$0.name.isEmpty }
  ///
  /// If `predicate` returns `false`, the returned promise is rejected with `error`. Other libraries
  /// call this operator `filter`. A rejection is passed on without calling `predicate`. If the
  /// returned promise is discarded first, `predicate` is released without being called
  /// (spec 4.6.5).
  ///
  /// - Parameters:
  ///   - error: The error to reject with if `predicate` returns `false`.
  ///   - predicate: A closure that returns whether the value is valid. Runs on the thread that
  ///     settles this promise, or immediately if it is already settled. If it throws, the returned
  ///     promise is rejected with the error.
  /// - Returns: A promise for the same value.
  public final func validate(
    orThrow error: any Error = InvalidValueError(),
    _ predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> {
    stage(validation(orThrow: error, predicate))
  }

  /// Same as ``validate(orThrow:_:)``, with `predicate` running on `context`.
  public final func validate(
    on context: some ExecutionContext,
    orThrow error: any Error = InvalidValueError(),
    _ predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> {
    stage(validation(orThrow: error, predicate), on: context)
  }

  /// Same as ``validate(orThrow:_:)``, with `predicate` running on the main actor.
  public final func validate(
    on actor: MainActor,
    orThrow error: any Error = InvalidValueError(),
    _ predicate: @escaping @MainActor @Sendable (Value) throws -> Bool
  ) -> Promise<Value> {
    let onActor: @Sendable (Value) throws -> Bool = { value in
      try MainActor.assumeIsolated { try predicate(value) }
    }
    return stage(validation(orThrow: error, onActor), on: actor)
  }

  private func validation(
    orThrow error: any Error,
    _ predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Named<Tapping<Value>, Names.Validate> {
    Named(Names.Validate.self, Tapping { value in if try !predicate(value) { throw error } })
  }
}
