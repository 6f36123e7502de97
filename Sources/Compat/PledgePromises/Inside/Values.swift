internal import Foundation

// Emulates the conversion of Swift values to objects in the original, as far as code can observe
// it.

/// Returns the error with which `value` rejects a promise that is resolved with it, if there is
/// one.
///
/// In the original, these are the values that become an `NSError`: all errors except instances of
/// other classes, and except values that bridge to another class, such as a `String` if it is
/// declared to be an error.
func rejection<Value>(by value: Value) -> (any Error)? {
  guard let error = value as? any Error else { return nil }
  if let kind = type(of: error) as? AnyClass { return kind is NSError.Type ? error : nil }
  guard let bridged = error as? any _ObjectiveCBridgeable else { return error }
  return bridged._bridgeToObjectiveC() is NSError ? error : nil
}

/// Returns the value, or `NSNull` for a `nil` of a type that accepts any object, such as `Any?`.
func bridgingNil<Value>(in value: Value) -> Value {
  guard isNil(value), let null = NSNull() as? Value else { return value }
  return null
}

/// Returns whether `value` is the `nil` of an optional type.
func isNil<Value>(_ value: Value) -> Bool {
  (value as? any Nillable)?.isNil ?? false
}

private protocol Nillable {
  var isNil: Bool { get }
}

extension Optional: Nillable {
  fileprivate var isNil: Bool { self == nil }
}
