public import Pledge

/// What the operators themselves fail with, or the error of yours that they pass on.
public enum BrightFuturesError<E: Error>: Error {
  /// Nothing has been found, or let through by a filter.
  case noSuchElement
  /// An invalidation token has been invalidated.
  case invalidationTokenInvalidated
  /// Something is as it must not be.
  case illegalState
  /// An error of yours.
  case external(E)

  /// Wraps an error of yours.
  ///
  /// - Parameter external: The error.
  public init(external: E) {
    self = .external(external)
  }
}

extension BrightFuturesError: Equatable where E: Equatable {
  /// Whether both are the same; two of ``illegalState`` are not.
  ///
  /// - Parameters:
  ///   - left: One error.
  ///   - right: Another one.
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

/// Pledge takes an invalidated token for a discard, which nobody has to hear of.
extension BrightFuturesError: CancellableError {
  /// Whether a token was invalidated, or the error of yours is a cancellation.
  public var isCancelled: Bool {
    switch self {
    case .invalidationTokenInvalidated: true
    case .external(let error): error.isCancellation
    case .noSuchElement, .illegalState: false
    }
  }
}

/// What there is no value of.
@available(*, deprecated, message: "Use 'Never' instead.")
public enum NoValue {}
