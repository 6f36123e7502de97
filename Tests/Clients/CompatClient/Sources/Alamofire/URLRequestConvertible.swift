import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A type that Alamofire converts to a request.
///
/// PromiseKit's extensions of Foundation use the same name.
public protocol URLRequestConvertible {
  /// Returns the request, or throws an error if there is none.
  func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
  /// Returns the request.
  public func asURLRequest() throws -> URLRequest { self }
}

extension URL: URLRequestConvertible {
  /// Returns the request.
  public func asURLRequest() throws -> URLRequest { URLRequest(url: self) }
}
