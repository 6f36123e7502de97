extension Future {
  /// Returns a promise for the value, or for `nil` where this one is rejected.
  ///
  ///     let user = load(1).nilOnError()
  ///
  /// Any error will do, ``DiscardedError`` from above too. Discarding the returned promise rejects it all
  /// the same (spec 5.3.7).
  ///
  /// - Returns: A promise that is never rejected unless it is discarded.
  public final func nilOnError() -> Promise<Value?> {
    mapResult { result in try? result.get() }
  }
}
