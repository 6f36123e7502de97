extension AsyncType {
  /// Calls `callback` with the value, and returns one that completes after that.
  ///
  ///     load(1).andThen { _ in stopSpinner() }.andThen { print($0) }
  ///
  /// - Parameters:
  ///   - context: Where `callback` runs.
  ///   - callback: Gets the value.
  /// - Returns: One that completes with the same value, once `callback` has returned.
  @preconcurrency
  public func andThen(
    context: @escaping ExecutionContext = defaultContext(),
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self {
    let done = asAsync.core.map(on: Way(context)) { value in
      callback(value)
      return value
    }
    return Self(other: Async(done))
  }
}

extension AsyncType where Value: AsyncType {
  /// Returns one that completes as the one does that this completes with, on the thread that completes
  /// that.
  ///
  /// - Returns: One like the inner one.
  public func flatten() -> Value {
    Value(other: Async(asAsync.core.flatMap { $0.asAsync.core }))
  }
}
