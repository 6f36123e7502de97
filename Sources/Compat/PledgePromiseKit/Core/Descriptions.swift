internal import Pledge
internal import PledgeSupport

extension Promise: CustomStringConvertible {
  /// `Promise(…Int)` while this is pending; afterward, the value or the error instead.
  public var description: String {
    switch result {
    case nil: "Promise(…\(T.self))"
    case .fulfilled(let value): "Promise(\(value))".escaped()
    case .rejected(let error): "Promise(\(error))".escaped()
    }
  }
}

extension Promise: CustomDebugStringConvertible {
  /// The type and the state: `Promise<Int>.pending(handlers: 1)`, `Promise<Int>.fulfilled(1)`, or
  /// `Promise<Int>.rejected(Error.offline)`.
  ///
  /// Each operator and each combination on this promise counts as one handler. A promise created
  /// with ``init(_:)`` shares the handlers of its source.
  public var debugDescription: String {
    switch result {
    case nil: "Promise<\(T.self)>.pending(handlers: \(handlerCount))"
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))".escaped()
    case .rejected(let error):
      "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))".escaped()
    }
  }
}

extension Promise {
  /// The number of waiting handlers; zero if this is broken.
  private var handlerCount: Int {
    // One consumer is internal: it tells Pledge that rejections need not be handled.
    max(0, inner.currentConsumerCount - 1)
  }
}
