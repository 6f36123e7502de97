public import Foundation

/// What the operators of this module reject with.
public enum PromiseError {
  /// A promise was not resolved within the limit of ``Promise/timeout(on:_:)``.
  case timedOut
  /// The predicate of ``Promise/validate(on:_:)`` said no.
  case validationFailure
}

extension PromiseError {
  /// Creates the error that `error` is by its domain and code, if it is one of these.
  ///
  /// - Parameter error: Any error, also an `NSError` that has come through other hands.
  public init?(_ error: any Error) {
    let error = error as NSError
    guard error.domain == PromiseError.errorDomain else { return nil }
    switch error.code {
    case PromiseError.timedOut.errorCode: self = .timedOut
    case PromiseError.validationFailure.errorCode: self = .validationFailure
    default: return nil
    }
  }
}

extension PromiseError: CustomNSError {
  /// The domain that the original has.
  public static var errorDomain: String { "com.google.FBLPromises.Error" }

  /// 1 for a timeout, 2 for a value that was refused.
  public var errorCode: Int {
    switch self {
    case .timedOut: 1
    case .validationFailure: 2
    }
  }

  /// Nothing.
  public var errorUserInfo: [String: Any] { [:] }
}
