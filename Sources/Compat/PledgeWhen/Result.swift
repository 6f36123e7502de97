/// A value or an error.
public enum Result<T> {
  /// The promise is resolved.
  case success(value: T)
  /// The promise is rejected.
  case failure(error: any Error)
}

extension Result: Sendable where T: Sendable {}

extension Result {
  /// The value, or `nil` if there is an error.
  public var value: T? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, or `nil` if there is a value.
  public var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }

  /// Returns the result with its value, if there is one, transformed by `closure`.
  public func map<U>(_ closure: (T) -> U) -> Result<U> {
    switch self {
    case .success(let value): .success(value: closure(value))
    case .failure(let error): .failure(error: error)
    }
  }
}
