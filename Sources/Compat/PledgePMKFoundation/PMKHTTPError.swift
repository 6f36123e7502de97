public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What `validate()` rejects with.
public enum PMKHTTPError: Error {
  /// The status of an answer is not 2xx: the status, the body and the response.
  case badStatusCode(Int, Data, HTTPURLResponse)
}

extension PMKHTTPError {
  /// Decodes the body, where many servers say what is wrong.
  ///
  /// - Parameters:
  ///   - type: What it is to be.
  ///   - decoder: What decodes it.
  /// - Returns: The decoded body, or `nil` if it cannot be decoded.
  public func decodeResponse<T: Decodable>(
    _ type: T.Type,
    decoder: JSONDecoder = JSONDecoder()
  ) -> T? {
    try? decoder.decode(type, from: body)
  }

  /// The body, if it is JSON, as `JSONSerialization` reads it.
  public var jsonDictionary: Any? { try? JSONSerialization.jsonObject(with: body) }

  private var body: Data {
    switch self {
    case .badStatusCode(_, let body, _): body
    }
  }

  private var bodyText: String? { String(data: body, encoding: .utf8) }
}

extension PMKHTTPError: LocalizedError {
  /// The status, and the address that answered with it.
  public var errorDescription: String? {
    switch self {
    case .badStatusCode(401, _, let response):
      "Unauthorized (\(response.address))"
    case .badStatusCode(let code, _, let response):
      "Invalid HTTP response (\(code)) for \(response.address)."
    }
  }

  /// The body, if it is text.
  public var failureReason: String? { bodyText }
}

extension PMKHTTPError: CustomStringConvertible {
  /// The status, the address, the headers and the body.
  public var description: String {
    switch self {
    case .badStatusCode(let code, let body, let response):
      """
      HTTP \(code) for \(response.address), headers: \(response.allHeaderFields), \
      body: \(bodyText ?? "\(body.count) bytes")
      """
    }
  }
}

extension URLResponse {
  fileprivate var address: String { url?.absoluteString ?? "nil" }
}
