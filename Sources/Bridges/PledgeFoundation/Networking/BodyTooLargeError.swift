public import Foundation

/// The rejection of a transfer whose body is larger than the `limit` that it was given.
public struct BodyTooLargeError: Error, Hashable {
  /// Where the body came from.
  public let url: URL?

  /// How many bytes there might have been.
  public let limit: Int

  /// How many bytes the server said there were, if that is how the limit was exceeded; `nil` if the
  /// body was found to go on after the limit.
  public let announced: Int64?

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - url: Where the body came from.
  ///   - limit: How many bytes there might have been.
  ///   - announced: How many bytes the server said there were.
  public init(url: URL?, limit: Int, announced: Int64? = nil) {
    (self.url, self.limit, self.announced) = (url, limit, announced)
  }
}

extension BodyTooLargeError: CustomStringConvertible, LocalizedError {
  /// What is too large, by how much, and what can be done about it.
  public var description: String {
    let body = url.map { "the body from \($0.absoluteString)" } ?? "the body"
    let size = announced.map { "\($0) bytes, more" } ?? "more bytes"
    return "\(body) has \(size) than limit: \(limit) allows; ask for less, or raise the limit"
  }

  /// Same as ``description``.
  public var errorDescription: String? { description }
}
