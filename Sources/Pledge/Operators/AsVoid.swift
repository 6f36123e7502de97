extension Future {
  /// Returns a promise that is fulfilled when this one is, without the value.
  ///
  /// A rejection rejects it (spec 4.1.6). Discarding it leaves this promise.
  ///
  /// - Returns: A promise for the end of the work.
  public final func asVoid() -> Promise<Void> {
    map { _ in }
  }
}
