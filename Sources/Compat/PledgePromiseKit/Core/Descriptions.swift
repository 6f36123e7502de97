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
  /// `Promise<Int>.pending`, `Promise<Int>.fulfilled(1)`, and so on.
  public var debugDescription: String {
    switch result {
    case nil: "Promise<\(T.self)>.pending"
    case .fulfilled(let value): "Promise<\(T.self)>.fulfilled(\(value))"
    case .rejected(let error): "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}
