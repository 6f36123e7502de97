extension Promise: CustomStringConvertible {
  /// `Promise(…Int)` while this is pending; then the value or the error instead.
  public var description: String {
    switch result {
    case nil: "Promise(…\(T.self))"
    case .fulfilled(let value): "Promise(\(value))"
    case .rejected(let error): "Promise(\(error))"
    }
  }
}

extension Promise: CustomDebugStringConvertible {
  /// `Promise<Int>.pending(handlers: 0)`, and so on; a release build does not count handlers.
  public var debugDescription: String {
    switch result {
    case nil: "Promise<\(T.self)>.\(handlers.text)"
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))"
    case .rejected(let error): "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}
