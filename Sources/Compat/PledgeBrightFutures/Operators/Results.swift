extension AsyncType where Value: ResultProtocol {
  /// Whether this has succeeded.
  ///
  /// Thread-safe.
  public var isSuccess: Bool { value != nil }

  /// Whether this has failed.
  ///
  /// Thread-safe.
  public var isFailure: Bool { error != nil }

  /// The value, or `nil` unless this has succeeded.
  ///
  /// Thread-safe.
  public var value: Value.Value? { result?.result.value }

  /// The error, or `nil` unless this has failed.
  ///
  /// Thread-safe.
  public var error: Value.Error? { result?.result.error }

  /// Registers a callback for the value.
  ///
  /// - Parameters:
  ///   - context: Where the callback runs.
  ///   - callback: Receives the value, if this succeeds.
  /// - Returns: This instance.
  @discardableResult @preconcurrency
  public func onSuccess(
    _ context: @escaping ExecutionContext = defaultContext(),
    callback: @escaping @Sendable (Value.Value) -> Void
  ) -> Self {
    onComplete(context) { result in
      if case .success(let value) = result.result { callback(value) }
    }
  }

  /// Same as ``onSuccess(_:callback:)``, for the error of a failure.
  @discardableResult @preconcurrency
  public func onFailure(
    _ context: @escaping ExecutionContext = defaultContext(),
    callback: @escaping @Sendable (Value.Error) -> Void
  ) -> Self {
    onComplete(context) { result in
      if case .failure(let error) = result.result { callback(error) }
    }
  }
}
