extension Future {
  /// Returns a promise for the value, or for another one where this one is rejected.
  ///
  ///     let user = load(1).replaceError(with: guest)
  ///
  /// Any error will do, ``DiscardedError`` from above too. Discarding the returned promise rejects it all
  /// the same (spec 5.3.8).
  ///
  /// - Parameter value: The value where there is none.
  /// - Returns: A promise that is never rejected unless it is discarded.
  public final func replaceError(with value: Value) -> Promise<Value> {
    recover { _ in value }
  }
}
