public import Foundation
internal import Pledge
internal import PledgeSupport

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The error of a request whose response has a status other than 2xx.
///
///     let data = session.request(url).recover { error in
///       guard (error as? HTTPError)?.statusCode == 404 else { throw error }
///       return Data()
///     }
public struct HTTPError: Error {
  /// The status and headers of the response.
  public let response: HTTPURLResponse

  /// The body of the response, where many servers describe the error.
  public let body: Data

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - response: The status and headers of the response.
  ///   - body: The body of the response.
  public init(response: HTTPURLResponse, body: Data) {
    self.response = response
    self.body = body
  }

  /// The status of the response, such as 404.
  public var statusCode: Int { response.statusCode }
}

extension HTTPError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The status with its meaning, and the URL of the response, on one line.
  ///
  /// The user, password, query, and fragment of the URL may contain secrets, and are left out.
  public var description: String {
    let meaning = HTTPURLResponse.localizedString(forStatusCode: statusCode)
    let address = response.url.map { " from \($0.logText)" } ?? ""
    return "HTTP \(statusCode) (\(meaning))\(address)"
  }

  /// The description and, if the body is text, its beginning, on a second line.
  public var debugDescription: String {
    description + (excerpt.map { "\n  \($0)" } ?? "")
  }

  /// The beginning of the body on one line; `nil` if it is empty or not UTF-8.
  private var excerpt: String? {
    let limit = 400
    // The limit may be inside a character. A character has at most four bytes.
    let text = (0..<4).lazy.compactMap { String(bytes: body.prefix(limit - $0), encoding: .utf8) }
    guard let start = text.first, !start.isEmpty else { return nil }
    return start.escaped() + (body.count > limit ? "…" : "")
  }
}

extension HTTPError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
