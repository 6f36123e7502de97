internal import Foundation
public import Pledge

/// An error that may say that the work was cancelled.
public protocol CancellableError: Pledge.CancellableError {
  /// Whether it was.
  var isCancelled: Bool { get }
}

extension CancellableError {
  /// Says that it was.
  public var isCancelled: Bool { true }
}

extension Error {
  /// Whether this says that work was cancelled, so that `catch` passes it over.
  ///
  /// True of ``PMKError/cancelled``, of a ``CancellableError`` that says so, of
  /// `URLError.cancelled` and `CocoaError.userCancelled`, and of Pledge's `DiscardedError`. Not of
  /// Swift's `CancellationError`.
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

/// Which errors `catch` and `recover` answer.
public enum CatchPolicy: Sendable {
  /// All of them.
  case allErrors
  /// All of them but cancellations.
  case allErrorsExceptCancellation
}
