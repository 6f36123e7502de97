extension Future {
  /// Returns a promise that is fulfilled when this promise is fulfilled, without its value.
  ///
  /// A rejection is passed on. Discarding the returned promise detaches it from this one
  /// (spec 4.1.6).
  ///
  /// - Returns: A promise without a value.
  public final func asVoid() -> Promise<Void> {
    stage(Named(Names.AsVoid.self, Mapping { _ in }))
  }
}
