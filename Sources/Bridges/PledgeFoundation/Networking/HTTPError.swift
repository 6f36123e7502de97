public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The rejection of a request that was answered with a status other than 2xx.
///
///     let data = session.request(url).recover { error in
///       guard (error as? HTTPError)?.statusCode == 404 else { throw error }
///       return Data()
///     }
public struct HTTPError: Error {
  /// The answer's status and headers.
  public let response: HTTPURLResponse

  /// The answer's body, where many servers say what is wrong.
  public let body: Data

  /// Creates the error for a request answered with `response`.
  ///
  /// - Parameters:
  ///   - response: The answer's status and headers.
  ///   - body: The answer's body.
  public init(response: HTTPURLResponse, body: Data) {
    self.response = response
    self.body = body
  }

  /// The answer's status, such as 404.
  public var statusCode: Int { response.statusCode }
}

extension HTTPError: CustomStringConvertible {
  /// The status and the address that answered with it.
  public var description: String {
    let address = response.url.map { " from \($0.absoluteString)" } ?? ""
    return "HTTP \(statusCode)\(address)"
  }
}

extension HTTPError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
