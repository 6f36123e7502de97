extension AsyncType where Value: ResultProtocol {
  /// Returns a future for the value or, after a failure, for the value that `task` returns.
  ///
  /// - Parameters:
  ///   - context: Where `task` runs.
  ///   - task: Receives the error of a failure.
  /// - Returns: A future that cannot fail, completed on that context.
  @preconcurrency
  public func recover(
    context: @escaping ExecutionContext = defaultContext(),
    task: @escaping @Sendable (Value.Error) -> Value.Value
  ) -> Future<Value.Value, Never> {
    let context = CallbackContext(context)
    let core = asAsync.core.map(on: context) { result -> Result<Value.Value, Never> in
      .success(result.analysis(ifSuccess: { $0 }, ifFailure: task))
    }
    return Future(core)
  }

  /// Returns a future for the value or, after a failure, one that follows the future that `task`
  /// returns.
  ///
  /// - Parameters:
  ///   - context: Where `task` runs.
  ///   - task: Receives the error of a failure.
  /// - Returns: A future, completed on that context or where the future of `task` completes.
  @preconcurrency
  public func recoverWith<E1: Error>(
    context: @escaping ExecutionContext = defaultContext(),
    task: @escaping @Sendable (Value.Error) -> Future<Value.Value, E1>
  ) -> Future<Value.Value, E1> {
    let context = CallbackContext(context)
    let core = asAsync.core.flatMap(on: context) { result -> Core<Result<Value.Value, E1>> in
      switch result.result {
      case .success(let value): Core(.success(value))
      case .failure(let error): task(error).core
      }
    }
    return Future(core)
  }

  /// Returns a future that fails with the error that `transform` returns.
  ///
  /// - Parameter transform: Runs on the default context, after a failure.
  /// - Returns: A future, completed on that context.
  @preconcurrency
  public func mapError<E1: Error>(
    _ transform: @escaping @Sendable (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    Future(asAsync.core.map(on: .byDefault) { $0.result.mapError(transform) })
  }

  /// Same as ``mapError(_:)``, with `f` running on `context`.
  @preconcurrency
  public func mapError<E1: Error>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Error) -> E1
  ) -> Future<Value.Value, E1> {
    Future(asAsync.core.map(on: CallbackContext(context)) { $0.result.mapError(f) })
  }
}

/// Returns a future for the value of `left`, or for `right` if `left` fails, which is evaluated
/// then, on the default context.
@preconcurrency
public func ?? <T, E>(
  left: Future<T, E>,
  right: @autoclosure @escaping @Sendable () -> T
) -> Future<T, Never> {
  left.recover { _ in right() }
}

/// Returns a future for the value of `left` or, if `left` fails, one that follows `right`, which is
/// evaluated then, on the default context.
@preconcurrency
public func ?? <T, E, E1>(
  left: Future<T, E>,
  right: @autoclosure @escaping @Sendable () -> Future<T, E1>
) -> Future<T, E1> {
  left.recoverWith { _ in right() }
}
