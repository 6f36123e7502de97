extension Promise {
  /// Calls `handler` with the value, on the queue of the promise.
  ///
  /// `done` and `fail` handlers run first, then `always` handlers, then those of `then` and
  /// `recover`; in each group, in the order of their registration.
  ///
  /// - Parameter handler: Receives the value, even if this is already resolved.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func done(_ handler: @escaping @Sendable (T) -> Void) -> Self {
    core.add(.done(handler))
    return self
  }

  /// Calls `handler` with the error, on the queue of the promise; see ``done(_:)``.
  ///
  /// - Parameters:
  ///   - policy: The errors that `handler` receives.
  ///   - handler: Receives the error.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func fail(
    policy: FailurePolicy = .notCancelled,
    _ handler: @escaping @Sendable (any Error) -> Void
  ) -> Self {
    core.add(.fail(policy, handler))
    return self
  }

  /// Calls `handler` with the value or the error, even after a cancellation; see ``done(_:)``.
  ///
  /// - Parameter handler: Receives the result.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func always(_ handler: @escaping @Sendable (Result<T>) -> Void) -> Self {
    core.add(.always(handler))
    return self
  }
}
