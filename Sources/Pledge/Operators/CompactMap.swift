extension Future {
  /// Returns a promise for the non-`nil` result of calling `transform` with the value.
  ///
  ///     let id = lookUp("Ada").compactMap { $0?.id }
  ///
  /// If `transform` returns `nil`, the returned promise is rejected with ``NilValueError``. A
  /// rejection is passed on without calling `transform`. If the returned promise is discarded
  /// first, `transform` is released without being called (spec 4.6.1).
  ///
  /// - Parameter transform: A closure that transforms the value, or returns `nil` to reject it.
  ///   Runs on the thread that settles this promise, or immediately if it is already settled. If it
  ///   throws, the returned promise is rejected with the error.
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
