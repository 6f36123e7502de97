import Foundation
import Pledge
import PledgeSundell
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private typealias Future = PledgeSundell.Future
private typealias Promise = PledgeSundell.Promise

private struct User: Codable, Equatable {
  var name: String
}

@Suite(.hangLimit) struct FutureTests {
  @available(*, deprecated)
  @Test func `the labels of the first edition mean the same`() {
    let log = Log<String>()
    Promise(value: 1).chained(with: { Promise(value: "\($0)") })
      .observe(with: { result in log.add("\(result)") })
    #expect(log.entries == [#"success("1")"#])
  }

  @Test func `a subclass is created like a promise, and may override how it is settled`() {
    final class Counted: Promise<Int>, @unchecked Sendable {
      let settlements = Log<String>()
      let name: String

      init(name: String) {
        self.name = name
        super.init()
      }

      override func resolve(with value: Int) {
        settlements.add("resolve")
        super.resolve(with: value * 2)
      }

      override func reject(with error: any Error) {
        settlements.add("reject")
        super.reject(with: error)
      }
    }
    final class Plain: Promise<Int>, @unchecked Sendable {
      override func resolve(with value: Int) { Issue.record("settled by the initializer") }
    }
    let (promise, log) = (Counted(name: "count"), Log<String>())
    promise.observe { [name = promise.name] result in log.add("\(name) \(result)") }
    (promise as Promise<Int>).resolve(with: 1)
    promise.reject(with: Broken())
    #expect(promise.settlements.entries == ["resolve", "reject"])
    #expect(log.entries == ["count success(2)"])
    Plain(value: 1).observe { result in log.add("\(result)") }
    #expect(log.entries == ["count success(2)", "success(1)"])
  }

  @Test func `a Pledge promise settles one of the articles, unless that is settled directly`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>(discard: { log.add("stopped") })
    Promise(pledge: source).resolve(with: 1)
    #expect(log.entries == ["stopped"])
    let other = Pledge.Promise<Int>()
    Promise(pledge: other).observe { result in log.add("\(result)") }
    other.resolve(1)
    #expect(log.entries == ["stopped", "success(1)"])
  }
}

@Suite(.hangLimit) struct RequestTests {
  let session = Answers.session

  @Test func `a request is fulfilled with the body, which can be decoded`() async throws {
    let url = try #require(URL(string: "http://localhost/user"))
    let user: Future<User> = session.request(url: url).decoded()
    #expect(try await user.pledge.value.name == "Ada")
  }

  @Test func `a request that fails is rejected with the error of the transfer`() async throws {
    let url = try #require(URL(string: "http://localhost/broken"))
    await #expect(throws: URLError.self) { try await session.request(url: url).pledge.value }
  }
}

/// Responds to requests without a network: to `/user` with a user, and to others with an error.
final class Answers: URLProtocol {
  static var session: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Answers.self]
    return URLSession(configuration: configuration)
  }

  override static func canInit(with _: URLRequest) -> Bool { true }

  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, url.path == "/user",
      let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
      return
    }
    client?.urlProtocol(self, didReceive: answer, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(#"{"name": "Ada"}"#.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
