extension Future where Value: BidirectionalCollection, Value.Element: Sendable {
  /// Returns a promise for the last element.
  ///
  ///     let last = members(of: "A").lastValue()
  ///
  /// If the collection is empty, the returned promise is rejected with ``NoSuchElementError``. A
  /// rejection is passed on (spec 4.7.3).
  ///
  /// - Returns: A promise for the element.
  public final func lastValue() -> Promise<Value.Element> {
    let last = Mapping<Value, Value.Element> { values in
      try values.last.unwrapped(orThrow: NoSuchElementError())
    }
    return stage(Named(Names.Conversion.self, last))
  }
}
