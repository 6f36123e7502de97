internal import PledgeCore

extension Future {
  /// Returns a promise for the value, or for `nil` if this promise is rejected.
  ///
  ///     let user = load(1).nilOnError()
  ///
  /// Every error is replaced, including ``DiscardedError`` from upstream. Discarding the returned
  /// promise itself still rejects it (spec 5.3.7).
  ///
  /// - Returns: A promise that is rejected only if it is discarded.
  public final func nilOnError() -> Promise<Value?> {
    stage(Named(Names.ResultConversion.self, ResultMapping { try? $0.get() }))
  }
}
