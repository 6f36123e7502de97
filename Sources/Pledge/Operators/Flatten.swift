extension Future {
  /// Returns a promise that settles with the outcome of the promise that is the value of this
  /// promise.
  ///
  ///     let nested = load(1).map { members(of: $0.team ?? "A") }
  ///     let team = nested.flatten()
  ///
  /// A rejection of either promise is passed on. Discarding the returned promise detaches it from
  /// whichever of the two promises it is waiting for (spec 4.8).
  ///
  /// - Returns: A promise for the value of the inner promise.
  public final func flatten<U: Sendable>() -> Promise<U> where Value: Future<U> {
    stage(Named(Names.Flatten.self, FlatMapping { $0 }))
  }
}
