public import Foundation

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

extension HTTPError: CustomStringConvertible {
  /// The status and the URL of the response.
  public var description: String {
    let address = response.url.map { " from \($0.absoluteString)" } ?? ""
    return "HTTP \(statusCode)\(address)"
  }
}

extension HTTPError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
