/// A reason for a rejection that is no error, as an error (spec 5.1).
///
/// The seed's verbs match and hand out the bare ``reason``; all that speaks `any Error` sees this.
public struct RejectionReasonError: Error, CustomStringConvertible {
  /// The reason that was given.
  public let reason: (any Sendable)?

  /// Wraps `reason`.
  ///
  /// - Parameter reason: Anything that can be sent, or nothing.
  public init(_ reason: (any Sendable)?) {
    self.reason = reason
  }

  /// The reason in words.
  public var description: String {
    reason.map { "rejected: \($0)" } ?? "rejected without a reason"
  }

  /// The error that stands for `reason`: itself if it is one.
  static func error(for reason: (any Sendable)?) -> any Error {
    reason as? any Error ?? RejectionReasonError(reason)
  }

  /// The reason that `error` stands for: itself if it wraps none.
  static func reason(of error: any Error) -> (any Sendable)? {
    guard let wrapped = error as? RejectionReasonError else { return error }
    return wrapped.reason
  }
}
