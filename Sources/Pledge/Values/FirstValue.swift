extension Future where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise for the first element.
  ///
  ///     let first = members(of: "A").firstValue()
  ///
  /// A sequence of nothing rejects it with ``NoSuchElementError``. A rejection passes (spec 4.7.3).
  ///
  /// - Returns: A promise for the element.
  public final func firstValue() -> Promise<Value.Element> {
    firstValue { _ in true }
  }

  /// Returns a promise for the first element that `predicate` says yes to.
  ///
  ///     let grace = members(of: "A").firstValue(where: { $0.name == "Grace" })
  ///
  /// If there is none, it is rejected with ``NoSuchElementError``. A rejection skips `predicate`
  /// and rejects the returned promise; discarding that takes `predicate` away (spec 4.7.3).
  ///
  /// - Parameter predicate: Runs on the thread that settles this promise, or at once if it is settled;
  ///   if it throws, the returned promise is rejected.
  /// - Returns: A promise for the element.
  /// - Complexity: O(*n*) for a sequence of *n* elements.
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
