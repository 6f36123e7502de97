public import Foundation

/// What promises are rejected with that this module rejects by itself.
public enum PMKError: Error {
  /// A callback brought neither a value nor an error.
  case invalidCallingConvention
  /// A handler returned the promise of itself, which would wait for itself.
  case returnedSelf
  /// `when` or `race` got arguments that make no sense.
  case badInput
  /// The work was cancelled.
  case cancelled
  /// The closure of the old `flatMap` returned `nil`; no longer used, as `flatMap` throws
  /// ``compactMap(_:_:)``.
  case flatMap(any Sendable, Any.Type)
  /// The closure of `compactMap` returned `nil`: for what value, and of which type.
  case compactMap(any Sendable, Any.Type)
  /// There was no such element.
  case emptySequence
  /// All that took part in `race(fulfilled:)` were rejected.
  case noWinner
}

extension PMKError: CustomDebugStringConvertible {
  /// What happened.
  public var debugDescription: String {
    switch self {
    case .invalidCallingConvention:
      "A callback brought neither a value nor an error"
    case .returnedSelf:
      "A handler returned the promise that waits for it"
    case .badInput:
      "when or race was called with arguments that make no sense"
    case .cancelled:
      "The work was cancelled"
    case .flatMap(let value, let type):
      "The closure of flatMap made no \(type) of \(value)"
    case .compactMap(let value, let type):
      "The closure of compactMap made no \(type) of \(value)"
    case .emptySequence:
      "The sequence has no such element"
    case .noWinner:
      "All thenables passed to race(fulfilled:) were rejected"
    }
  }
}

extension PMKError: LocalizedError {
  /// What happened.
  public var errorDescription: String? { debugDescription }
}

extension PMKError {
  /// The error for a closure that made nothing of `value`.
  static func compactMap<T, U>(of value: T, to type: U.Type) -> PMKError {
    .compactMap(anySendable(value), type)
  }
}

/// Any value as one that travels with an error; like all values of promises, it does so unchecked.
func anySendable(_ value: Any) -> any Sendable {
  // `Sendable` asks nothing at run time, so this always succeeds; written out, it would not
  // compile.
  func cast<Target>(to _: Target.Type) -> Target? { value as? Target }
  guard let value = cast(to: (any Sendable).self) else { fatalError("Sendable was asked for") }
  return value
}
