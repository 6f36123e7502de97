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
  /// The value, if there is one; for futures of any error, the loss of the producer, too.
  var result: Value? {
    switch inner.result {
    case .success(let box): box.value
    case .failure(let error): Core.lost(error)
    case nil: nil
    }
  }

  /// The promise, with the loss of its producer as a value where there is one for that.
  var heard: Pledge.Promise<UncheckedSendable<Value>> {
    guard !inner.isFulfilled, (Value.self as? any Losable.Type)?.canBeLost == true else {
      return inner
    }
    return inner.recover { error in
      guard let value = Core.lost(error) else { throw error }
      return UncheckedSendable(value)
    }
  }

  private static func lost(_ error: any Swift.Error) -> Value? {
    guard error is Abandoned, let type = Value.self as? any Losable.Type else { return nil }
    return type.lost(error) as? Value
  }
}
