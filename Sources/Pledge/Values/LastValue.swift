extension Future where Value: BidirectionalCollection, Value.Element: Sendable {
  /// Returns a promise for the last element.
  ///
  ///     let last = members(of: "A").lastValue()
  ///
  /// A collection of nothing rejects it with ``NoSuchElementError``. A rejection passes (spec 4.7.3).
  ///
  /// - Returns: A promise for the element.
  public final func lastValue() -> Promise<Value.Element> {
    map { values in try values.last.unwrapped(orThrow: NoSuchElementError()) }
  }
}
