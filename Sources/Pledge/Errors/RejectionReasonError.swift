internal import PledgeSupport

/// A rejection reason that is not an error, wrapped in an error (spec 5.1).
///
/// The operators of the EasyAsync specification match and return the bare ``reason``; everything
/// that takes or returns `any Error` uses this error.
public struct RejectionReasonError: Error, CustomStringConvertible {
  /// The reason of the rejection.
  public let reason: (any Sendable)?

  /// Wraps `reason`.
  ///
  /// - Parameter reason: Any sendable value, or `nil`.
  public init(_ reason: (any Sendable)?) {
    self.reason = reason
  }

  /// A description of the reason, with unprintable characters escaped.
  public var description: String {
    reason.map { "rejected: \("\($0)".escaped())" } ?? "rejected without a reason"
  }

  /// Returns the error that represents `reason`: the reason itself if it is an error.
  static func error(for reason: (any Sendable)?) -> any Error {
    reason as? any Error ?? RejectionReasonError(reason)
  }

  /// Returns the reason that `error` represents: the error itself if it wraps none.
  static func reason(of error: any Error) -> (any Sendable)? {
    guard let wrapped = error as? RejectionReasonError else { return error }
    return wrapped.reason
  }
}
