internal import Pledge

extension AsyncType where Value: ResultProtocol {
  /// Returns a future for the values of both futures.
  ///
  /// - Parameter that: The other future. Its failure counts only once this one has succeeded.
  /// - Returns: A future, completed on the thread that completes the last one waited for.
  public func zip<U>(
    _ that: Future<U, Value.Error>
  ) -> Future<(Value.Value, U), Value.Error> {
    let that = that.core.withoutKeeper
    let core = asAsync.core.flatMap { result -> Core<Result<(Value.Value, U), Value.Error>> in
      switch result.result {
      case .success(let value):
        let box = UncheckedSendable(value)
        return that.map { $0.map { (box.value, $0) } }
      case .failure(let error):
        return Core(.failure(error))
      }
    }
    return Future(core)
  }

  /// Returns a future for the value, if it satisfies `predicate`.
  ///
  /// - Parameter predicate: Runs on the thread that completes this.
  /// - Returns: A future that fails with ``BrightFuturesError/noSuchElement`` if `predicate`
  ///   returns `false`, and with ``BrightFuturesError/external(_:)`` if this fails.
  @preconcurrency
  public func filter(
    _ predicate: @escaping @Sendable (Value.Value) -> Bool
  ) -> Future<Value.Value, BrightFuturesError<Value.Error>> {
    let core = asAsync.core.map { result in
      result.result.mapError(BrightFuturesError.init(external:)).flatMap { value in
        predicate(value) ? .success(value) : .failure(.noSuchElement)
      }
    }
    return Future(core)
  }
}
