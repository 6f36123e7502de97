public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a session can be asked for: a `URL`, a `URLRequest` or a type of your own.
public protocol URLRequestConvertible {
  /// The request.
  var pmkRequest: URLRequest { get }
}

extension URLRequest: URLRequestConvertible {
  /// This request.
  public var pmkRequest: URLRequest { self }
}

extension URL: URLRequestConvertible {
  /// A plain request of this.
  public var pmkRequest: URLRequest { URLRequest(url: self) }
}
