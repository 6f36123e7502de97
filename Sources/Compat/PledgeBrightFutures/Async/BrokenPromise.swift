internal import Pledge

/// A value type that may be able to represent a broken promise.
private protocol BrokenPromiseRepresentable {
  /// Whether it can represent one.
  static var canBeBroken: Bool { get }

  /// Returns the value that represents `error`.
  static func broken(_ error: any Swift.Error) -> Self?
}

extension Result: BrokenPromiseRepresentable {
  // Compares types instead of casting: on some systems only, any error can be cast to `NSError`.
  fileprivate static var canBeBroken: Bool { Failure.self == (any Swift.Error).self }

  fileprivate static func broken(_ error: any Swift.Error) -> Result? {
    canBeBroken ? (error as? Failure).map(Result.failure) : nil
  }
}

extension Core {
  /// The value, if there is one.
  ///
  /// Futures of `any Error` also return the failure of a broken promise, if the configuration asks
  /// for it.
  var result: Value? {
    // Reading a rejection marks it as handled, so it is read only if the value can represent it.
    guard inner.isFulfilled || inner.isRejected && Core.canBeBroken else { return nil }
    switch inner.result {
    case .success(let box): return box.value
    case .failure(let error): return Core.broken(error)
    case nil: return nil
    }
  }

  /// The promise, in which a broken promise becomes a value if the value can represent it and the
  /// configuration asks for it.
  ///
  /// All callbacks use the same stage: a callback on a second stage could overtake those on the
  /// first, and the promise would retain each stage. The stage is shared, so a consumer that
  /// detaches does not discard it for the others.
  var handled: Pledge.Promise<UncheckedSendable<Value>> {
    guard Core.canBeBroken else { return inner }
    return common.stage {
      if inner.isFulfilled { return inner }
      let stage = inner.recover { error in
        guard let value = Core.broken(error) else { throw error }
        return UncheckedSendable(value)
      }
      stage.shared()
      return stage
    }
  }

  private static var canBeBroken: Bool {
    (Value.self as? any BrokenPromiseRepresentable.Type)?.canBeBroken == true
  }

  private static func broken(_ error: any Swift.Error) -> Value? {
    // If a context has dropped the task, the promise is not broken; the original reports nothing.
    guard !(error is DiscardedError), !error.isBrokenPromise,
      let type = Value.self as? any BrokenPromiseRepresentable.Type
    else {
      return nil
    }
    return type.broken(error) as? Value
  }
}
