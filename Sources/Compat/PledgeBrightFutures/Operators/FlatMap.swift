extension AsyncType where Value: ResultProtocol {
  /// Returns a future that follows the future that `transform` returns for the value.
  ///
  /// - Parameter transform: Runs on the default context unless this fails; failures are passed on.
  /// - Returns: A future, completed on the thread that completes the inner one.
  @preconcurrency
  public func flatMap<U>(
    _ transform: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    following(on: .byDefault, transform)
  }

  /// Same as `flatMap(_:)`, with `f` running on `context`.
  @preconcurrency
  public func flatMap<U>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    following(on: CallbackContext(context), f)
  }

  /// Same as the `flatMap(_:)` whose `transform` returns a future, for a result.
  @preconcurrency
  public func flatMap<U>(
    _ transform: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asAsync.core.map(on: .byDefault) { $0.result.flatMap(transform) })
  }

  /// Same as `flatMap(_:)`, with `f` running on `context`.
  @preconcurrency
  public func flatMap<U>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    Future(asAsync.core.map(on: CallbackContext(context)) { $0.result.flatMap(f) })
  }

  private func following<U>(
    on context: CallbackContext,
    _ transform: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    let core = asAsync.core.flatMap(on: context) { result in
      switch result.result {
      case .success(let value): transform(value).core
      case .failure(let error): Core(.failure(error))
      }
    }
    return Future(core)
  }
}

extension AsyncType
where
  Value: ResultProtocol,
  Value.Value: AsyncType,
  Value.Value.Value: ResultProtocol,
  Value.Error == Value.Value.Value.Error
{
  /// Returns a future that completes like the inner one, or with the outer failure.
  ///
  /// - Returns: A future, completed on the thread that completes the inner one.
  public func flatten() -> Future<Value.Value.Value.Value, Value.Error> {
    let core = asAsync.core.flatMap { result in
      switch result.result {
      case .success(let inner): inner.asAsync.core.map { $0.result }
      case .failure(let error): Core(.failure(error))
      }
    }
    return Future(core)
  }
}
