internal import Pledge

extension AsyncType where Value: ResultProtocol {
  /// Returns a future for the result of `transform`.
  ///
  /// - Parameter transform: Runs on the default context unless this fails; failures are passed on.
  /// - Returns: A future, completed on that context.
  @preconcurrency
  public func map<U>(
    _ transform: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    Future(asAsync.core.map(on: .byDefault) { $0.result.map(transform) })
  }

  /// Same as ``map(_:)``, with `f` running on `context`.
  @preconcurrency
  public func map<U>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    Future(asAsync.core.map(on: CallbackContext(context)) { $0.result.map(f) })
  }

  /// Returns a future for the same value, cast to another type.
  ///
  /// Stops the program if the value or the error has another type.
  ///
  /// - Returns: A future, completed on the thread that completes this one.
  public func forceType<U, E1>() -> Future<U, E1> {
    // swift-format-ignore: NeverForceUnwrap
    Future(asAsync.core.map { $0.result.map { $0 as! U }.mapError { $0 as! E1 } })
  }

  /// Returns a future that drops the value.
  ///
  /// - Returns: A future, completed on the thread that completes this one.
  public func asVoid() -> Future<Void, Value.Error> {
    Future(asAsync.core.map { $0.result.map { _ in () } })
  }
}

extension Future {
  /// Returns a future for a property of the value, completed on the thread that completes this one.
  ///
  ///     let name = load(1).name  // Future<String, LoadError>
  public subscript<U>(dynamicMember keyPath: KeyPath<T, U>) -> Future<U, E> {
    let keyPath = UncheckedSendable(keyPath)
    return Future<U, E>(core.map { $0.map { $0[keyPath: keyPath.value] } })
  }
}
