import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Alamofire makes requests of, under the name that PromiseKit's extensions of Foundation use, too.
public protocol URLRequestConvertible {
  /// Returns the request, or throws if there is none.
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
