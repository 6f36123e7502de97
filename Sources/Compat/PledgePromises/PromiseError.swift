public import Foundation

/// The rejections by the operators of this module.
public enum PromiseError {
  /// A promise was not resolved within the limit of ``Promise/timeout(on:_:)``.
  case timedOut
  /// The predicate of ``Promise/validate(on:_:)`` returned `false`.
  case validationFailure
}

extension PromiseError {
  /// Creates an error from the domain and code of `error`, or returns `nil` if they belong to
  /// another error.
  ///
  /// - Parameter error: Any error, including a bridged `NSError`.
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
  /// The domain of the original.
  public static var errorDomain: String { "com.google.FBLPromises.Error" }

  /// 1 for a timeout, 2 for an invalid value.
  public var errorCode: Int {
    switch self {
    case .timedOut: 1
    case .validationFailure: 2
    }
  }

  /// An empty dictionary.
  public var errorUserInfo: [String: Any] { [:] }
}
