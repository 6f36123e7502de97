public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A type that can be sent by a session: a `URL`, a `URLRequest`, or a custom type.
public protocol URLRequestConvertible {
  /// The request.
  var pmkRequest: URLRequest { get }
}

extension URLRequest: URLRequestConvertible {
  /// This request itself.
  public var pmkRequest: URLRequest { self }
}

extension URL: URLRequestConvertible {
  /// A plain request for this URL.
  public var pmkRequest: URLRequest { URLRequest(url: self) }
}
