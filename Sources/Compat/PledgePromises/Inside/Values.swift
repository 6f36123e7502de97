internal import Foundation

// What became of Swift's values in the objects of the original, as far as code can tell.

/// The error that `value` is, if a promise resolved with it is rejected.
///
/// In the original that is what becomes an `NSError`: any error but an object of another class, and
/// a type that has a class of its own to become, as `String` has, even if it is made an error.
func rejection<Value>(by value: Value) -> (any Error)? {
  guard let error = value as? any Error else { return nil }
  if let kind = type(of: error) as? AnyClass { return kind is NSError.Type ? error : nil }
  guard let bridged = error as? any _ObjectiveCBridgeable else { return error }
  return bridged._bridgeToObjectiveC() is NSError ? error : nil
}

/// The value, or `NSNull` for a `nil` of a type that takes any object, as `Any?` does.
func bridgingNil<Value>(in value: Value) -> Value {
  guard isNil(value), let null = NSNull() as? Value else { return value }
  return null
}

/// Whether `value` is the `nil` of some optional.
func isNil<Value>(_ value: Value) -> Bool {
  (value as? any Nillable)?.isNil ?? false
}

private protocol Nillable {
  var isNil: Bool { get }
}

extension Optional: Nillable {
  fileprivate var isNil: Bool { self == nil }
}
