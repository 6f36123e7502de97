extension Future where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Returns a promise for the elements in ascending order.
  ///
  ///     let names = members(of: "A").mapValues(\.name).sortedValues()
  ///
  /// A rejection passes. A sequence of nothing gives an empty array (spec 4.7.2).
  ///
  /// - Returns: A promise for the sorted elements.
  /// - Complexity: O(*n* log *n*) for a sequence of *n* elements.
  public final func sortedValues() -> Promise<[Value.Element]> {
    map { values in values.sorted() }
  }
}

extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the elements in the order that a predicate gives.
  ///
  ///     let users = members(of: "A").sortedValues { $0.name < $1.name }
  ///
  /// A rejection skips the predicate and rejects the returned promise; discarding that takes it
  /// away. A sequence of nothing gives an empty array (spec 4.7.2).
  ///
  /// - Parameter areInIncreasingOrder: Says whether its first argument comes before its second. Runs
  ///   on the thread that settles this promise, or at once if it is settled; if it throws, the
  ///   returned promise is rejected.
  /// - Returns: A promise for the sorted elements.
  /// - Complexity: O(*n* log *n*) for a sequence of *n* elements.
  public final func sortedValues(
    by areInIncreasingOrder: @escaping @Sendable (Value.Element, Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    map { values in try values.sorted(by: areInIncreasingOrder) }
  }

  /// Same as ``sortedValues(by:)``, with `areInIncreasingOrder` running on `context`.
  public final func sortedValues(
    on context: some ExecutionContext,
    by areInIncreasingOrder: @escaping @Sendable (Value.Element, Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    map(on: context) { values in try values.sorted(by: areInIncreasingOrder) }
  }

  /// Same as ``sortedValues(by:)``, with `areInIncreasingOrder` running on the main actor.
  public final func sortedValues(
    on actor: MainActor,
    by areInIncreasingOrder:
      @escaping @MainActor @Sendable (Value.Element, Value.Element) throws ->
      Bool
  ) -> Promise<[Value.Element]> {
    map(on: actor) { values in try values.sorted { try areInIncreasingOrder($0, $1) } }
  }
}
