extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the non-`nil` results of calling `transform` with every element, in
  /// order.
  ///
  ///     let teams = members(of: "A").compactMapValues(\.team)
  ///
  /// A rejection is passed on without calling `transform`. If the returned promise is discarded
  /// first, `transform` is released without being called. Fulfills with `[]` if the sequence is
  /// empty (spec 4.7.1).
  ///
  /// - Parameter transform: A closure that transforms an element, or returns `nil` to omit it. Runs
  ///   on the thread that settles this promise, or immediately if it is already settled. If it
  ///   throws, the returned promise is rejected with the error.
  /// - Returns: A promise for the transformed elements.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public final func compactMapValues<U: Sendable>(
    _ transform: @escaping @Sendable (Value.Element) throws -> U?
  ) -> Promise<[U]> {
    map { values in try values.compactMap(transform) }
  }

  /// Same as ``compactMapValues(_:)``, with `transform` running on `context`.
  public final func compactMapValues<U: Sendable>(
    on context: some ExecutionContext,
    _ transform: @escaping @Sendable (Value.Element) throws -> U?
  ) -> Promise<[U]> {
    map(on: context) { values in try values.compactMap(transform) }
  }

  /// Same as ``compactMapValues(_:)``, with `transform` running on the main actor.
  public final func compactMapValues<U: Sendable>(
    on actor: MainActor,
    _ transform: @escaping @MainActor @Sendable (Value.Element) throws -> U?
  ) -> Promise<[U]> {
    map(on: actor) { values in try values.compactMap { try transform($0) } }
  }
}
