extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the first element.
  ///
  ///     let first = members(of: "A").firstValue()
  ///
  /// If the sequence is empty, the returned promise is rejected with ``NoSuchElementError``. A
  /// rejection is passed on (spec 4.7.3).
  ///
  /// - Returns: A promise for the element.
  public final func firstValue() -> Promise<Value.Element> {
    let first = Mapping<Value, Value.Element> { values in
      try values.first { _ in true }.unwrapped(orThrow: NoSuchElementError())
    }
    return stage(Named(Names.Conversion.self, first))
  }

  /// Returns a promise for the first element that satisfies `predicate`.
  ///
  ///     let grace = members(of: "A").firstValue(where: { $0.name == "Grace" })
  ///
  /// If no element satisfies `predicate`, the returned promise is rejected with
  /// ``NoSuchElementError``. A rejection is passed on without calling `predicate`. If the returned
  /// promise is discarded first, `predicate` is released without being called (spec 4.7.3).
  ///
  /// - Parameter predicate: A closure that returns whether an element matches. Runs on the thread
  ///   that settles this promise, or immediately if it is already settled. If it throws, the
  ///   returned promise is rejected with the error.
  /// - Returns: A promise for the element.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public final func firstValue(
    where predicate: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    map { values in try values.first(where: predicate).unwrapped(orThrow: NoSuchElementError()) }
  }

  /// Same as ``firstValue(where:)``, with `predicate` running on `context`.
  public final func firstValue(
    on context: some ExecutionContext,
    where predicate: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    map(on: context) { values in
      try values.first(where: predicate).unwrapped(orThrow: NoSuchElementError())
    }
  }

  /// Same as ``firstValue(where:)``, with `predicate` running on the main actor.
  public final func firstValue(
    on actor: MainActor,
    where predicate: @escaping @MainActor @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    map(on: actor) { values in
      try values.first { try predicate($0) }.unwrapped(orThrow: NoSuchElementError())
    }
  }
}
