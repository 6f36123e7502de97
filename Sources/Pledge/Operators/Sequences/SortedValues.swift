extension Future where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Returns a promise for the elements, sorted in ascending order.
  ///
  ///     let names = members(of: "A").mapValues(\.name).sortedValues()
  ///
  /// A rejection is passed on. Fulfills with `[]` if the sequence is empty (spec 4.7.2).
  ///
  /// - Returns: A promise for the sorted elements.
  /// - Complexity: O(*n* log *n*), where *n* is the number of elements.
  public final func sortedValues() -> Promise<[Value.Element]> {
    stage(Named(Names.Conversion.self, Mapping { values in values.sorted() }))
  }
}

extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the elements, sorted by a predicate.
  ///
  ///     let users = members(of: "A").sortedValues { $0.name < $1.name }
  ///
  /// A rejection is passed on without calling the predicate. If the returned promise is discarded
  /// first, the predicate is released without being called. Fulfills with `[]` if the sequence is
  /// empty (spec 4.7.2).
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument comes
  ///   before its second. Runs on the thread that settles this promise, or immediately if it is
  ///   already settled. If it throws, the returned promise is rejected with the error.
  /// - Returns: A promise for the sorted elements.
  /// - Complexity: O(*n* log *n*), where *n* is the number of elements.
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
