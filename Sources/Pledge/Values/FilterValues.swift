extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the elements that `predicate` says yes to, in their order.
  ///
  ///     let others = members(of: "A").filterValues { $0.id != 1 }
  ///
  /// A rejection skips `predicate` and rejects the returned promise; discarding that takes
  /// `predicate` away. A sequence of nothing gives an empty array (spec 4.7.1).
  ///
  /// - Parameter predicate: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for those elements.
  /// - Complexity: O(*n*) for a sequence of *n* elements.
  public final func filterValues(
    _ predicate: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    map { values in try values.filter(predicate) }
  }

  /// Same as ``filterValues(_:)``, with `predicate` running on `context`.
  public final func filterValues(
    on context: some ExecutionContext,
    _ predicate: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    map(on: context) { values in try values.filter(predicate) }
  }

  /// Same as ``filterValues(_:)``, with `predicate` running on the main actor.
  public final func filterValues(
    on actor: MainActor,
    _ predicate: @escaping @MainActor @Sendable (Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    map(on: actor) { values in try values.filter { try predicate($0) } }
  }
}
