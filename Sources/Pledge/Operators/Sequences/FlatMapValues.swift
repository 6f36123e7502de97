extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the concatenated results of calling `transform` with every element, in
  /// order.
  ///
  ///     let letters = members(of: "A").flatMapValues(\.name)
  ///
  /// A rejection is passed on without calling `transform`. If the returned promise is discarded
  /// first, `transform` is released without being called. Fulfills with `[]` if the sequence is
  /// empty (spec 4.7.1).
  ///
  /// - Parameter transform: A closure that transforms an element into a sequence. Runs on the
  ///   thread that settles this promise, or immediately if it is already settled. If it throws, the
  ///   returned promise is rejected with the error.
  /// - Returns: A promise for the elements of all resulting sequences.
  /// - Complexity: O(*n* + *m*), where *n* is the number of elements and *m* is the number of
  ///   elements of the result.
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
