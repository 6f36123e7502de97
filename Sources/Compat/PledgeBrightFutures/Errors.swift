public import Pledge

/// An error of the operators themselves, or a client's error that they pass on.
public enum BrightFuturesError<E: Error>: Error {
  /// A search found no element, or a filter excluded the value.
  case noSuchElement
  /// An invalidation token has been invalidated.
  case invalidationTokenInvalidated
  /// An invariant was violated.
  case illegalState
  /// A client's error.
  case external(E)

  /// Wraps a client's error.
  ///
  /// - Parameter external: The error.
  public init(external: E) {
    self = .external(external)
  }
}

extension BrightFuturesError: Equatable where E: Equatable {
  /// Returns whether both errors are equal.
  ///
  /// Two ``illegalState`` errors are not.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether they are equal.
  public static func == (left: BrightFuturesError<E>, right: BrightFuturesError<E>) -> Bool {
    switch (left, right) {
    case (.noSuchElement, .noSuchElement): true
    case (.invalidationTokenInvalidated, .invalidationTokenInvalidated): true
    case (.external(let left), .external(let right)): left == right
    default: false
    }
  }
}

/// Lets Pledge treat an invalidated token as a cancellation, so the error need not be handled.
extension BrightFuturesError: CancellableError {
  /// Whether a token was invalidated, or the client's error is a cancellation.
  public var isCancelled: Bool {
    switch self {
    case .invalidationTokenInvalidated: true
    case .external(let error): error.isCancellation
    case .noSuchElement, .illegalState: false
    }
  }
}

/// A type without values.
@available(*, deprecated, message: "Use 'Never' instead.")
public enum NoValue {}
