public import Foundation

/// The error of a transfer whose body exceeds its `limit`.
public struct BodyTooLargeError: Error, Hashable {
  /// The URL of the body.
  public let url: URL?

  /// The maximum number of bytes.
  public let limit: Int

  /// The number of bytes announced by the server, if that exceeded the limit; `nil` if the body
  /// itself did.
  public let announced: Int64?

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - url: The URL of the body.
  ///   - limit: The maximum number of bytes.
  ///   - announced: The number of bytes announced by the server.
  public init(url: URL?, limit: Int, announced: Int64? = nil) {
    (self.url, self.limit, self.announced) = (url, limit, announced)
  }
}

extension BodyTooLargeError: CustomStringConvertible, LocalizedError {
  /// The URL, the excess, and the remedy.
  ///
  /// The user, password, query, and fragment of the URL may contain secrets, and are left out.
  public var description: String {
    let body = url.map { "the body from \($0.logText)" } ?? "the body"
    let size = announced.map { "\($0) bytes, more" } ?? "more bytes"
    return "\(body) has \(size) than limit: \(limit) allows; ask for less, or raise the limit"
  }

  /// Same as ``description``.
  public var errorDescription: String? { description }
}
