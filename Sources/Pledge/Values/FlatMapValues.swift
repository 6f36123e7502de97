extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the elements of the sequences that `transform` makes of every element, in
  /// their order.
  ///
  ///     let letters = members(of: "A").flatMapValues(\.name)
  ///
  /// A rejection skips `transform` and rejects the returned promise; discarding that takes
  /// `transform` away. A sequence of nothing gives an empty array (spec 4.7.1).
  ///
  /// - Parameter transform: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for the elements of all the sequences.
  /// - Complexity: O(*n* + *m*) for a sequence of *n* elements and a result of *m*.
  public final func flatMapValues<S: Sequence & SendableMetatype>(
    _ transform: @escaping @Sendable (Value.Element) throws -> S
  ) -> Promise<[S.Element]> where S.Element: Sendable {
    map { values in try values.flatMap(transform) }
  }

  /// Same as ``flatMapValues(_:)``, with `transform` running on `context`.
  public final func flatMapValues<S: Sequence & SendableMetatype>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Value.Element) throws -> S
  ) -> Promise<[S.Element]> where S.Element: Sendable {
    map(on: context) { values in try values.flatMap(transform) }
  }

  /// Same as ``flatMapValues(_:)``, with `transform` running on the main actor.
  public final func flatMapValues<S: Sequence & SendableMetatype>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Value.Element) throws -> S
  ) -> Promise<[S.Element]> where S.Element: Sendable {
    map(on: actor) { values in try values.flatMap { try transform($0) } }
  }
}
