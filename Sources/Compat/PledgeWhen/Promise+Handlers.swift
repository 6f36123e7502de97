extension Promise {
  /// Calls `handler` with the value, on the queue of the promise.
  ///
  /// `done` and `fail` handlers come first, then `always` handlers, then what `then` and `recover`
  /// derive; in each group in the order of their registration.
  ///
  /// - Parameter handler: Gets the value, also if there is one already.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func done(_ handler: @escaping @Sendable (T) -> Void) -> Self {
    core.add(to: .outcome, .value(handler))
    return self
  }

  /// Calls `handler` with the error, on the queue of the promise; see ``done(_:)``.
  ///
  /// - Parameters:
  ///   - policy: Which errors it hears of.
  ///   - handler: Gets the error.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func fail(
    policy: FailurePolicy = .notCancelled,
    _ handler: @escaping @Sendable (any Error) -> Void
  ) -> Self {
    core.add(to: .outcome, .error(policy, handler))
    return self
  }

  /// Calls `handler` with the value or the error, also after a cancellation; see ``done(_:)``.
  ///
  /// - Parameter handler: Gets the result.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func always(_ handler: @escaping @Sendable (Result<T, any Error>) -> Void) -> Self {
    core.add(to: .always, .result(handler))
    return self
  }
}
