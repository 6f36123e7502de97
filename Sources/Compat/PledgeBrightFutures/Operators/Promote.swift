extension AsyncType where Value: ResultProtocol, Value.Error == Never {
  /// Returns a future whose type allows failures, completed on the thread that completes this one.
  public func promoteError<E>() -> Future<Value.Value, E> {
    let core = asAsync.core.map { result -> Result<Value.Value, E> in
      switch result.result {
      case .success(let value): .success(value)
      }
    }
    return Future(core)
  }
}

extension AsyncType where Value: ResultProtocol, Value.Error == BrightFuturesError<Never> {
  /// Same as the method for a future that cannot fail, for the errors of the operators.
  public func promoteError<E>() -> Future<Value.Value, BrightFuturesError<E>> {
    Future(asAsync.core.map { $0.result.mapError { $0.promoted() } })
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value == Never {
  /// Returns a future whose type allows successes, completed on the thread that completes this one.
  public func promoteValue<T>() -> Future<T, Value.Error> {
    let core = asAsync.core.map { result -> Result<T, Value.Error> in
      switch result.result {
      case .failure(let error): .failure(error)
      }
    }
    return Future(core)
  }
}

extension BrightFuturesError where E == Never {
  fileprivate func promoted<E1>() -> BrightFuturesError<E1> {
    switch self {
    case .noSuchElement: .noSuchElement
    case .invalidationTokenInvalidated: .invalidationTokenInvalidated
    case .illegalState: .illegalState
    }
  }
}
