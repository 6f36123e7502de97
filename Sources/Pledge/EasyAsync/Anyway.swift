extension Future {
  /// Returns a promise for what `handler` makes of the value, or of its absence (spec 13.8).
  ///
  /// The reason of a rejection is dropped.
  ///
  /// - Parameter handler: Gets the value or, after a rejection, `nil`; if it throws, the returned
  ///   promise is rejected. Runs on the thread that settles this promise, or at once.
  /// - Returns: A promise for what it returns.
  public final func anyway<Output: Sendable>(
    _ handler: @escaping @Sendable (Value?) throws -> Output
  ) -> Promise<Output> {
    mapResult { result in try handler(try? result.get()) }
  }

  /// Returns a promise chained after the one that `handler` makes of the value, or of its absence
  /// (spec 13.8).
  ///
  /// - Parameter handler: Gets the value or, after a rejection, `nil`; if it throws, the returned
  ///   promise is rejected. Runs on the thread that settles this promise, or at once.
  /// - Returns: A promise that settles as what it returns.
  public final func anyway<Output: Sendable>(
    async handler: @escaping @Sendable (Value?) throws -> Future<Output>
  ) -> Promise<Output> {
    flatMapResult { result in try handler(try? result.get()) }
  }
}
