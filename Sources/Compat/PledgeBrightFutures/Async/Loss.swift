internal import Pledge

/// A value that may be able to say that the producer was lost.
private protocol Losable {
  /// Whether it is.
  static var canBeLost: Bool { get }

  /// Returns what says so.
  static func lost(_ error: any Swift.Error) -> Self?
}

extension Result: Losable {
  // Not what can be cast to: an error becomes an `NSError` on some systems only.
  fileprivate static var canBeLost: Bool { Failure.self == (any Swift.Error).self }

  fileprivate static func lost(_ error: any Swift.Error) -> Result? {
    canBeLost ? (error as? Failure).map(Result.failure) : nil
  }
}

extension Core {
  /// The value, if there is one; for futures of any error, the loss of the producer, too, if that is to
  /// be a failure.
  var result: Value? {
    // To read a rejection is to hear of it, which is for those who can tell.
    guard inner.isFulfilled || inner.isRejected && Core.canBeLost else { return nil }
    switch inner.result {
    case .success(let box): return box.value
    case .failure(let error): return Core.lost(error)
    case nil: return nil
    }
  }

  /// The promise, with the loss of its producer as a value where there is one for that, if it is to be a
  /// failure.
  ///
  /// It is one for all: a callback could overtake those at another stage, and each stage would
  /// stay with the promise. It is shared, so who leaves it leaves it to the others.
  var heard: Pledge.Promise<UncheckedSendable<Value>> {
    guard Core.canBeLost else { return inner }
    return common.stage {
      if inner.isFulfilled { return inner }
      let stage = inner.recover { error in
        guard let value = Core.lost(error) else { throw error }
        return UncheckedSendable(value)
      }
      stage.shared()
      return stage
    }
  }

  private static var canBeLost: Bool {
    (Value.self as? any Losable.Type)?.canBeLost == true
  }

  private static func lost(_ error: any Swift.Error) -> Value? {
    // A context has dropped the task: that is no loss, and the original is silent, too.
    guard !(error is Discarded), !error.isLoss, let type = Value.self as? any Losable.Type else {
      return nil
    }
    return type.lost(error) as? Value
  }
}
