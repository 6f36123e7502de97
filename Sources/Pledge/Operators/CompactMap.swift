extension Future {
  /// Returns a promise for what `transform` makes of the value, which must not be `nil`.
  ///
  ///     let id = lookUp("Ada").compactMap { $0?.id }
  ///
  /// `nil` rejects the returned promise with ``NilValueError``. A rejection skips `transform` and
  /// rejects the returned promise; discarding that takes `transform` away (spec 4.6.1).
  ///
  /// - Parameter transform: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for the transformed value.
  public final func compactMap<U: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> U?
  ) -> Promise<U> {
    stage(compacting(transform))
  }

  /// Same as ``compactMap(_:)``, with `transform` running on `context`.
  public final func compactMap<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Value) throws -> U?
  ) -> Promise<U> {
    stage(compacting(transform), on: context)
  }

  /// Same as ``compactMap(_:)``, with `transform` running on the main actor.
  public final func compactMap<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Value) throws -> U?
  ) -> Promise<U> {
    let onActor: @Sendable (Value) throws -> U? = { value in
      try MainActor.assumeIsolated { try transform(value) }
    }
    return stage(compacting(onActor), on: actor)
  }

  private func compacting<U: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> U?
  ) -> Named<Mapping<Value, U>, Names.CompactMap> {
    Named(
      Names.CompactMap.self,
      Mapping { value in try transform(value).unwrapped(orThrow: NilValueError()) }
    )
  }
}
