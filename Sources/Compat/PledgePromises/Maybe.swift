internal import Foundation
internal import Pledge

/// The outcome of one of the promises passed to `any`: a value or an error.
public enum Maybe<Value> {
  /// The promise was fulfilled.
  case value(Value)
  /// The promise was rejected.
  case error(any Error)

  /// Wraps a value.
  public init(_ value: Value) {
    self = .value(value)
  }

  /// Wraps an error.
  public init(_ error: any Error) {
    self = .error(error)
  }

  /// The value, or `nil` if this is an error.
  public var value: Value? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// The error, or `nil` if this is a value.
  public var error: (any Error)? {
    guard case .error(let error) = self else { return nil }
    return error
  }

  /// Returns the value or the error as an object, for ``asMaybe(_:)``.
  ///
  /// - Returns: The object; `NSNull` for a `nil`.
  public func asAnyObject() -> AnyObject? {
    switch self {
    case .value(let value): isNil(value) ? NSNull() : value as AnyObject
    case .error(let error): error as NSError
    }
  }
}

extension Maybe: Sendable where Value: Sendable {}

extension Maybe: Equatable where Value: Equatable {
  /// Returns whether both have equal values, or errors with the same domain, code, and user info.
  public static func == (lhs: Maybe, rhs: Maybe) -> Bool {
    switch (lhs, rhs) {
    case (.value(let left), .value(let right)): left == right
    case (.error(let left), .error(let right)): (left as NSError).isEqual(right as NSError)
    default: false
    }
  }
}

/// Returns the value or the error that the object `value` represents.
///
/// - Parameter value: An object that ``Maybe/asAnyObject()`` returned.
/// - Returns: The error if it is one, otherwise the value. For any other object, an error that
///   describes the mismatch.
public func asMaybe<Value>(_ value: AnyObject) -> Maybe<Value> {
  switch Outcome<Value>(casting: value) {
  case .fulfilled(let value): .value(value.value)
  case .rejected(let error): .error(error)
  }
}
