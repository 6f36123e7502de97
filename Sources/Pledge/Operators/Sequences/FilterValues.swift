extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the elements that satisfy `predicate`, in order.
  ///
  ///     let others = members(of: "A").filterValues { $0.id != 1 }
  ///
  /// A rejection is passed on without calling `predicate`. If the returned promise is discarded
  /// first, `predicate` is released without being called. Fulfills with `[]` if the sequence is
  /// empty (spec 4.7.1).
  ///
  /// - Parameter predicate: A closure that returns whether to keep an element. Runs on the thread
  ///   that settles this promise, or immediately if it is already settled. If it throws, the
  ///   returned promise is rejected with the error.
  /// - Returns: A promise for the elements that satisfy `predicate`.
  /// - Complexity: O(*n*), where *n* is the number of elements.
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
