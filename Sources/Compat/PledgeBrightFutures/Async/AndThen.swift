extension AsyncType {
  /// Calls `callback` with the value and returns an async that completes afterward.
  ///
  ///     load(1).andThen { _ in stopSpinner() }.andThen { print($0) }
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Receives the value.
  /// - Returns: An async that completes with the same value, once `callback` has returned.
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext = defaultContext(),
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self {
    let done = asAsync.core.map(on: CallbackContext(context)) { value in
      callback(value)
      return value
    }
    return Self(other: Async(done))
  }
}

extension AsyncType where Value: AsyncType {
  /// Returns an async that completes like the inner one, on the thread that completes the inner
  /// one.
  ///
  /// - Returns: An async like the inner one.
  public func flatten() -> Value {
    Value(other: Async(asAsync.core.flatMap { $0.asAsync.core }))
  }
}
