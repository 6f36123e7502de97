// Unlike the other methods of a resolver or a promise, these return nothing, so a callback can be
// one of them.

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
  /// `settle(with:)`.
  ///
  /// - Parameter result: The value or the error.
  public func settle(_ result: Result<Value, some Error>) {
    settle(with: result.mapError { $0 as any Error })
  }

  /// Same as the method that returns `Bool`, for callbacks and for `return resolver.resolve(user)`.
  ///
  /// - Parameter value: The value.
  @_disfavoredOverload
  public func resolve(_ value: Value) {
    let _: Bool = resolve(value)
  }

  /// Same as the method that returns `Bool`, for callbacks and for `return resolver.reject(error)`.
  ///
  ///     Promise<User> { resolver in
  ///       sdk.load(1) { user, error in
  ///         guard let user else { return resolver.reject(error) }
  ///         resolver.resolve(user)
  ///       }
  ///     }
  ///     .catch { print($0) }
  ///
  /// - Parameter reason: An error, or another value.
  @_disfavoredOverload
  public func reject(_ reason: (any Sendable)?) {
    let _: Bool = reject(reason)
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

  /// Same as the method that returns `Bool`, for callbacks and for `return resolver.resolve()`.
  @_disfavoredOverload
  public func resolve() {
    let _: Bool = resolve()
  }
}

extension Promise {
  /// Same as the method that returns `Bool`, for callbacks and for `return promise.resolve(user)`.
  @_disfavoredOverload public func resolve(_ value: Value) {
    let _: Bool = resolve(value)
  }

  /// Same as the method that returns `Bool`, for callbacks and for `return promise.reject(error)`.
  @_disfavoredOverload public func reject(_ reason: (any Sendable)?) {
    let _: Bool = reject(reason)
  }

  /// Same as the method that returns `Bool`, for callbacks.
  @_disfavoredOverload public func settle(with result: Result<Value, any Error>) {
    let _: Bool = settle(with: result)
  }
}

extension Promise where Value == Void {
  /// Same as the method that returns `Bool`, for callbacks and for `return promise.resolve()`.
  @_disfavoredOverload public func resolve() {
    let _: Bool = resolve()
  }
}
