import Pledge
import PledgeTestSupport

/// When a promise settles, relative to the registration of a handler.
enum Way: CaseIterable {
  /// Before the registration.
  case already
  /// Right after the registration, on the same thread.
  case immediately
  /// After the registration, on another thread.
  case eventually
}

/// All ways, as the arguments of a test.
let everyWay = Way.allCases

extension Way {
  /// Passes `body` a promise that is fulfilled in this way by the time the method returns.
  @discardableResult
  func resolve<Value: Sendable, Made>(
    _ value: Value,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    try settle({ $0.resolve(value) }, body)
  }

  /// Passes `body` a promise that is rejected in this way by the time the method returns.
  @discardableResult
  func reject<Value: Sendable, Made>(
    _: Value.Type,
    with reason: (any Sendable)?,
    _ body: (Promise<Value>) throws -> Made
  ) rethrows -> Made {
    try settle({ $0.reject(reason) }, body)
  }

  /// Passes `body` a promise on which `settling` is called in this way.
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
