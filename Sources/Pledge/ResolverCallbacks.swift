// Unlike the other methods of a resolver, these return nothing, so a callback can be one of them.

extension Resolver {
  /// Settles the promise with the optional value and the optional error that a callback receives.
  ///
  ///     let user = Promise<User> { resolver in sdk.load(1, completion: resolver.settle) }
  ///
  /// If both are given, the promise is rejected with `error`. If neither is given, it is rejected
  /// with ``NoOutcomeError`` (spec 2.5.1). If the promise is already settled, nothing happens.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil`.
  ///   - error: The error, or `nil`. It takes precedence over `value`.
  public func settle(_ value: Value?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let value {
      resolve(value)
    } else {
      reject(NoOutcomeError())
    }
  }

  /// Settles the promise with the result that a callback receives (spec 2.5.2).
  ///
  ///     let user = Promise<User> { resolver in sdk.load(1, result: resolver.settle) }
  ///
  /// If the promise is already settled, nothing happens. To learn whether this call settled it, use
  /// ``settle(with:)``.
  ///
  /// - Parameter result: The value or the error.
  public func settle(_ result: Result<Value, some Error>) {
    settle(with: result.mapError { $0 as any Error })
  }
}

extension Resolver where Value == Void {
  /// Settles the promise with the optional error that a callback receives (spec 2.5.3).
  ///
  ///     let saved = Promise { resolver in sdk.save(guest, completion: resolver.settle) }
  ///
  /// If the promise is already settled, nothing happens.
  ///
  /// - Parameter error: The error, or `nil` if the work has succeeded.
  public func settle(_ error: (any Error)?) {
    settle((), error)
  }
}
