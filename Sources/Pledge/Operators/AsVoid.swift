extension Future {
  /// Returns a promise that is fulfilled when this one is, without the value.
  ///
  /// A rejection rejects it.
  ///
  /// - Returns: A promise for the end of the work.
  public final func asVoid() -> Promise<Void> {
    map { _ in }
  }
}
