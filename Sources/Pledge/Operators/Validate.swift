extension Future {
  /// Returns a promise for the same value, if `predicate` says yes to it.
  ///
  ///     let user = load(1).validate(orThrow: Missing()) { !$0.name.isEmpty }
  ///
  /// A no rejects the returned promise with `error`; this is what `filter` is elsewhere. A rejection
  /// skips `predicate` and rejects the returned promise; discarding that takes `predicate` away
  /// (spec 4.6.5).
  ///
  /// - Parameters:
  ///   - error: What to reject with where `predicate` says no.
  ///   - predicate: Runs on the thread that settles this promise, or at once if it is settled; if it
  ///     throws, the returned promise is rejected with that.
  /// - Returns: A promise for the value.
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
