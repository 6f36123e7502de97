internal import Pledge

/// A value that may be able to say that the producer was lost.
private protocol Losable {
  /// Whether it is.
  static var canBeBroken: Bool { get }

  /// Returns what says so.
  static func broken(_ error: any Swift.Error) -> Self?
}

extension Result: Losable {
  // Not what can be cast to: an error becomes an `NSError` on some systems only.
  fileprivate static var canBeBroken: Bool { Failure.self == (any Swift.Error).self }

  fileprivate static func broken(_ error: any Swift.Error) -> Result? {
    canBeBroken ? (error as? Failure).map(Result.failure) : nil
  }
}

extension Core {
  /// The value, if there is one; for futures of any error, the loss of the producer, too, if that is to
  /// be a failure.
  var result: Value? {
    // To read a rejection is to hear of it, which is for those who can tell.
    guard inner.isFulfilled || inner.isRejected && Core.canBeBroken else { return nil }
    switch inner.result {
    case .success(let box): return box.value
    case .failure(let error): return Core.broken(error)
    case nil: return nil
    }
  }

  /// The promise, with the loss of its producer as a value where there is one for that, if it is to be a
  /// failure.
  ///
  /// It is one for all: a callback could overtake those at another stage, and each stage would
  /// stay with the promise. It is shared, so who leaves it leaves it to the others.
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
    (Value.self as? any Losable.Type)?.canBeBroken == true
  }

  private static func broken(_ error: any Swift.Error) -> Value? {
    // A context has dropped the task: that is no loss, and the original is silent, too.
    guard !(error is DiscardedError), !error.isBrokenPromise,
      let type = Value.self as? any Losable.Type
    else {
      return nil
    }
    return type.broken(error) as? Value
  }
}
