import Pledge

/// When a promise settles, as seen by what registers with it.
enum Way: CaseIterable {
  /// Before the registration.
  case already
  /// Right after it, on the same thread.
  case immediately
  /// Some time after it, on another thread.
  case eventually
}

/// The argument of a test that runs its body on an already, an immediately and an eventually settled
/// promise.
let everyWay = Way.allCases

extension Way {
  /// Hands `body` a promise that is fulfilled this way; it is fulfilled when this returns.
  @discardableResult
  func fulfill<Value: Sendable, Made>(
    _ value: Value,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    try settle({ $0.resolve(value) }, body)
  }

  /// Hands `body` a promise that is rejected this way; it is rejected when this returns.
  @discardableResult
  func reject<Value: Sendable, Made>(
    _: Value.Type,
    with reason: (any Sendable)?,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    try settle({ $0.reject(reason) }, body)
  }

  /// Hands `body` a promise that `settling` is called on this way.
  @discardableResult
  func settle<Value: Sendable, Made>(
    _ settling: @escaping @Sendable (Promise<Value>) -> Void,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    let promise = Promise<Value>()
    if self == .already { settling(promise) }
    let made = try body(promise)
    switch self {
    case .already: break
    case .immediately: settling(promise)
    case .eventually: onThread { settling(promise) }
    }
    return made
  }
}
