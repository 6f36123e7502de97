import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responds to requests without a network: to `/user` with a user, to `/empty` without a body, and
/// to others with an error.
final class Answers: URLProtocol {
  static var session: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Answers.self]
    return URLSession(configuration: configuration)
  }

  override static func canInit(with _: URLRequest) -> Bool { true }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, url.path != "/broken",
      let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
      return
    }
    client?.urlProtocol(self, didReceive: answer, cacheStoragePolicy: .notAllowed)
    if url.path == "/user" { client?.urlProtocol(self, didLoad: Data(#"{"name": "Ada"}"#.utf8)) }
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
