extension Future {
  /// Returns a promise for the result of calling `handler` with the value, or with `nil` after a
  /// rejection.
  ///
  /// The reason of a rejection is dropped (spec 13.8).
  ///
  /// - Parameter handler: A closure that receives the value, or `nil` after a rejection. Runs on
  ///   the thread that settles this promise, or immediately if it is already settled. If it throws,
  ///   the returned promise is rejected with the error.
  /// - Returns: A promise for the result of `handler`.
  public final func anyway<Output: Sendable>(
    _ handler: @escaping @Sendable (Value?) throws -> Output
  ) -> Promise<Output> {
    mapResult { result in try handler(try? result.get()) }
  }

  /// Returns a promise that settles with the outcome of the promise that `handler` returns for the
  /// value, or for `nil` after a rejection.
  ///
  /// The reason of a rejection is dropped (spec 13.8).
  ///
  /// - Parameter handler: A closure that receives the value, or `nil` after a rejection, and
  ///   returns another promise. Runs on the thread that settles this promise, or immediately if it
  ///   is already settled. If it throws, the returned promise is rejected with the error.
  /// - Returns: A promise with the outcome of the promise that `handler` returns.
  public final func anyway<Output: Sendable>(
    async handler: @escaping @Sendable (Value?) throws -> Future<Output>
  ) -> Promise<Output> {
    flatMapResult { result in try handler(try? result.get()) }
  }
}
