public import Foundation
internal import PledgeSupport

/// The rejections that this module itself creates.
public enum PMKError: Error {
  /// A callback received neither a value nor an error.
  case invalidCallingConvention
  /// A handler returned the promise of its own call, so that promise would wait for itself.
  case returnedSelf
  /// `when` or `race` received invalid arguments.
  case badInput
  /// The work was canceled.
  case cancelled
  /// The closure of the old `flatMap` returned `nil`.
  ///
  /// No longer used: `flatMap` throws ``compactMap(_:_:)``.
  case flatMap(any Sendable, Any.Type)
  /// The closure of `compactMap` returned `nil`; with the value and the expected type.
  case compactMap(any Sendable, Any.Type)
  /// There was no matching element.
  case emptySequence
  /// All thenables passed to `race(fulfilled:)` were rejected.
  case noWinner
}

extension PMKError: CustomDebugStringConvertible {
  /// A description of the error.
  public var debugDescription: String {
    switch self {
    case .invalidCallingConvention:
      "A callback received neither a value nor an error"
    case .returnedSelf:
      "A handler returned the promise that waits for it"
    case .badInput:
      "when or race was called with invalid arguments"
    case .cancelled:
      "The work was canceled"
    case .flatMap(let value, let type):
      "The closure of flatMap returned nil instead of \(type) for \(value)".escaped()
    case .compactMap(let value, let type):
      "The closure of compactMap returned nil instead of \(type) for \(value)".escaped()
    case .emptySequence:
      "The sequence has no matching element"
    case .noWinner:
      "All thenables passed to race(fulfilled:) were rejected"
    }
  }
}

extension PMKError: LocalizedError {
  /// A description of the error.
  public var errorDescription: String? { debugDescription }
}

extension PMKError {
  /// Returns the error for a closure that returned `nil` for `value`.
  static func compactMap<T, U>(of value: T, to type: U.Type) -> PMKError {
    .compactMap(anySendable(value), type)
  }
}

/// Returns any value as `Sendable`, so that an error can carry it; unchecked, like all values of
/// promises.
func anySendable(_ value: Any) -> any Sendable {
  // `Sendable` has no runtime requirements, so this always succeeds; a direct cast would not
  // compile.
  func cast<Target>(to _: Target.Type) -> Target? { value as? Target }
  guard let value = cast(to: (any Sendable).self) else { fatalError("no cast to Sendable") }
  return value
}
