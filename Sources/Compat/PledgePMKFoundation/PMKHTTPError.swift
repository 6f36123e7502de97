public import Foundation
internal import PledgeSupport

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The rejection of `validate()`.
public enum PMKHTTPError: Error {
  /// The status of a response is not 2xx: the status, the body, and the response.
  case badStatusCode(Int, Data, HTTPURLResponse)
}

extension PMKHTTPError {
  /// Decodes the body, in which many servers describe the error.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder to use.
  /// - Returns: The decoded body, or `nil` if it cannot be decoded.
  public func decodeResponse<T: Decodable>(
    _ type: T.Type,
    decoder: JSONDecoder = JSONDecoder()
  ) -> T? {
    try? decoder.decode(type, from: body)
  }

  /// The JSON body as `JSONSerialization` reads it, or `nil` if it is not JSON.
  public var jsonDictionary: Any? { try? JSONSerialization.jsonObject(with: body) }

  private var body: Data {
    switch self {
    case .badStatusCode(_, let body, _): body
    }
  }

  private var bodyText: String? { String(data: body, encoding: .utf8) }
}

extension PMKHTTPError: LocalizedError {
  /// The status, and the URL of the response.
  public var errorDescription: String? {
    switch self {
    case .badStatusCode(401, _, let response):
      "Unauthorized (\(response.address))"
    case .badStatusCode(let code, _, let response):
      "Invalid HTTP response (\(code)) for \(response.address)."
    }
  }

  /// The body, if it is text; its unprintable characters are escaped, except for line breaks and
  /// tabs.
  public var failureReason: String? { bodyText?.escaped(keeping: "\n", "\t") }
}

extension PMKHTTPError: CustomStringConvertible {
  /// The status, the URL, the headers, and the body, with unprintable characters escaped.
  public var description: String {
    switch self {
    case .badStatusCode(let code, let body, let response):
      """
      HTTP \(code) for \(response.address), headers: \(response.allHeaderFields), \
      body: \(bodyText ?? "\(body.count) bytes")
      """
      .escaped()
    }
  }
}

extension URLResponse {
  fileprivate var address: String { url?.absoluteString ?? "nil" }
}
