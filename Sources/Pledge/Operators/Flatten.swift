extension Future {
  /// Returns a promise that settles as the one that is the value of this.
  ///
  ///     let nested = load(1).map { members(of: $0.team ?? "A") }
  ///     let team = nested.flatten()
  ///
  /// A rejection of either rejects it. Discarding it leaves both (spec 4.8).
  ///
  /// - Returns: A promise for the value of the inner promise.
  public final func flatten<U: Sendable>() -> Promise<U> where Value: Future<U> {
    stage(Named(Names.Flatten.self, FlatMapping { $0 }))
  }
}
