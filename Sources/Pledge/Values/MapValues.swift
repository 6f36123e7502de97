extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for what `transform` makes of every element, in their order.
  ///
  ///     let names = members(of: "A").mapValues(\.name)
  ///
  /// A rejection skips `transform` and rejects the returned promise; discarding that takes
  /// `transform` away. A sequence of nothing gives an empty array (spec 4.7.1).
  ///
  /// - Parameter transform: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for the transformed elements.
  /// - Complexity: O(*n*) for a sequence of *n* elements.
  public final func mapValues<U: Sendable>(
    _ transform: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U]> {
    map { values in try values.map(transform) }
  }

  /// Same as ``mapValues(_:)``, with `transform` running on `context`.
  public final func mapValues<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U]> {
    map(on: context) { values in try values.map(transform) }
  }

  /// Same as ``mapValues(_:)``, with `transform` running on the main actor.
  public final func mapValues<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Value.Element) throws -> U
  ) -> Promise<[U]> {
    map(on: actor) { values in try values.map { try transform($0) } }
  }
}
