#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct URLSessionTests {
  private let session = URLSession.patient

  @Test func `a request is sent as it was made, and fulfills with the body`() async throws {
    let server = try LoopbackServer { line in .answer("200 OK", "you sent \(line)") }
    var request = URLRequest(url: server.url)
    request.httpMethod = "DELETE"

    let user = try await session.request(server.url.appending(path: "users/7")).value
    let body = try await session.request(request).value

    #expect(String(decoding: user, as: UTF8.self) == "you sent GET /users/7 HTTP/1.1")
    #expect(String(decoding: body, as: UTF8.self) == "you sent DELETE / HTTP/1.1")
  }

  @Test func `a request has the source location of the call`() async throws {
    let server = try LoopbackServer { _ in .answer("204 No Content") }

    let requests = [
      session.request(server.url), session.request(URLRequest(url: server.url)),
    ]

    for request in requests {
      #expect(request.explain().contains("from \(#fileID):\(#line - 4): "))
      _ = try await request.value
    }
  }

  @Test func `a missing server rejects with URLError`() async throws {
    let url = try Socket.bound().url()

    let error = await #expect(throws: URLError.self) { try await session.request(url).value }

    #expect(error?.code == .cannotConnectToHost)
  }

  @Test func `any status fulfills with the response`() async throws {
    let server = try LoopbackServer { _ in .answer("404 Not Found", "none", headers: "X-A: b\r\n") }

    let answer = try await session.response(to: URLRequest(url: server.url)).value

    #expect((answer.response as? HTTPURLResponse)?.statusCode == 404)
    #expect(answer.data == Data("none".utf8))
  }

  @Test func `the shared session works`() async throws {
    let server = try LoopbackServer { _ in .answer("200 OK", "here") }

    let request = URLRequest(url: server.url, timeoutInterval: 900)

    #expect(try await URLSession.shared.request(request).value == Data("here".utf8))
    #expect(try await URLSession.shared.request(request, limit: 4).value == Data("here".utf8))
  }

  @Test func `an unsupported scheme rejects with URLError`() async throws {
    let nothing = try #require(URL(string: "gopher://example.invalid/"))

    let error = await #expect(throws: URLError.self) { try await session.request(nothing).value }

    #expect(error?.code == .unsupportedURL)
  }
}
#endif
