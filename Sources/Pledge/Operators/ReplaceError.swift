extension Future {
  /// Returns a promise for the value, or for another value if this promise is rejected.
  ///
  ///     let user = load(1).replaceError(with: guest)
  ///
  /// Every error is replaced, including ``DiscardedError`` from upstream. Discarding the returned
  /// promise itself still rejects it (spec 5.3.8).
  ///
  /// - Parameter value: The replacement value.
  /// - Returns: A promise that is rejected only if it is discarded.
  public final func replaceError(with value: Value) -> Promise<Value> {
    recover { _ in value }
  }
}
