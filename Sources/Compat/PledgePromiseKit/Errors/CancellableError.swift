internal import Foundation
public import Pledge

/// An error that may represent a cancellation.
public protocol CancellableError: Pledge.CancellableError {
  /// Whether this error represents a cancellation.
  var isCancelled: Bool { get }
}

extension CancellableError {
  /// Whether this error represents a cancellation; `true` by default.
  public var isCancelled: Bool { true }
}

extension Error {
  /// Whether this error represents a cancellation, which `catch` skips by default.
  ///
  /// `true` for ``PMKError/cancelled``, for a ``CancellableError`` that represents one, for
  /// `URLError.cancelled` and `CocoaError.userCancelled`, and for Pledge's `DiscardedError`.
  /// `false` for Swift's `CancellationError`.
  public var isCancelled: Bool {
    switch self as any Error {
    case PMKError.cancelled, is DiscardedError: true
    case let error as any Pledge.CancellableError: error.isCancelled
    case let error as URLError: error.code == .cancelled
    case let error as CocoaError: error.code == .userCancelled
    default: isStoreCancellation
    }
  }

  private var isStoreCancellation: Bool {
    #if canImport(Darwin)
    let error = self as NSError
    return error.domain == "SKErrorDomain" && error.code == 2
    #else
    return false
    #endif
  }
}

/// The errors that `catch` and `recover` handle.
public enum CatchPolicy: Sendable {
  /// All errors.
  case allErrors
  /// All errors except cancellations.
  case allErrorsExceptCancellation
}
