#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

/// Tests what all calls that transfer data have in common.
@Suite(.hangLimit) struct TransferTests {
  enum Call: CaseIterable {
    case request, upload, download
  }

  private let progress = ProgressMonitor()
  private let session = URLSession.patient
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Begins a transfer; the promise has the body of the response.
  private func begin(_ call: Call, _ server: LoopbackServer, limit: Int? = nil) -> Promise<Data> {
    switch call {
    case .request:
      return session.request(server.url, limit: limit, progress: progress)
    case .upload:
      var post = URLRequest(url: server.url)
      post.httpMethod = "POST"
      return session.upload(Data("x".utf8), with: post, limit: limit, progress: progress)
    case .download:
      let file = folder.url.appending(path: "film")
      return session.download(server.url, to: file, limit: limit, progress: progress)
        .map { try Data(contentsOf: $0) }
    }
  }

  @Test(arguments: Call.allCases, [nil, 1000])
  func `a status other than 2xx rejects with the response`(call: Call, limit: Int?) async throws {
    let server = try LoopbackServer { _ in
      .answer("404 Not Found", "no such film", headers: "X-Why: tired\r\n")
    }
    try Data("old".utf8).write(to: folder.url.appending(path: "film"))

    let error = await #expect(throws: HTTPError.self) {
      try await begin(call, server, limit: limit).value
    }

    #expect(error?.statusCode == 404)
    #expect(error?.response.value(forHTTPHeaderField: "X-Why") == "tired")
    #expect(error?.body == Data("no such film".utf8))
    #expect(try Data(contentsOf: folder.url.appending(path: "film")) == Data("old".utf8))
    // The data of an upload has been sent, and a download may have received the reason.
    #expect(call != .request || progress.latest.fraction == 0)
    #expect(progress.latest.fraction < 1)
  }

  @Test(arguments: Call.allCases)
  func `an interrupted transfer rejects with URLError, and leaves no file`(call: Call) async throws
  {
    let server = try LoopbackServer { _ in
      .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
    }

    await #expect(throws: URLError.self) { try await begin(call, server).value }

    #expect(try folder.names == [])
    #expect(progress.latest.fraction < 1)
  }

  @Test(arguments: Call.allCases, [nil, 1000])
  func `discarding cancels the transfer, and leaves no file`(call: Call, limit: Int?) async throws {
    let (server, requests) = try LoopbackServer.silent(
      after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"
    )
    let body = begin(call, server, limit: limit)
    await requests.first { true }

    body.discard()

    await server.disconnections.first { true }
    #expect(throws: DiscardedError.self) { try body.result?.get() }
    #expect(try folder.names == [])
  }

  @Test(arguments: [Call.request, .download])
  func `reports the progress, and finishes it with the promise`(call: Call) async throws {
    let (halves, wanted) = (String(repeating: "x", count: 50_000), DispatchSemaphore(value: 1))
    let server = try LoopbackServer { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
      return .pieces([head + halves, halves], when: wanted)
    }
    let (reports, report) = AsyncStream<Double>.makeStream()
    progress.observe { report.yield($0.fraction) }

    let body = begin(call, server)
    _ = await reports.first { $0 > 0.1 }
    #expect(progress.latest.fraction < 0.99)
    wanted.signal()

    #expect(try await body.value.count == 100_000)
    #expect(progress.latest.fraction == 1)
  }

  // MARK: - The limit

  @Test func `a body within the limit is whole`() async throws {
    let text = String(repeating: "x", count: 100_000)
    let server = try LoopbackServer { _ in .answer("200 OK", text) }

    #expect(try await session.request(server.url, limit: 100_000).value == Data(text.utf8))
  }

  @Test(arguments: [Call.request, .upload], ["", "the first of many"])
  func `a body announced to be larger rejects immediately`(call: Call, text: String) async throws {
    let server = try LoopbackServer { _ in
      .stall("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n\(text)")
    }

    let error = await #expect(throws: BodyTooLargeError.self) {
      try await begin(call, server, limit: 1_000_000).value
    }

    await server.disconnections.first { true }
    #expect(
      error == BodyTooLargeError(url: server.url, limit: 1_000_000, announced: 10_485_760)
    )
  }

  @Test func `a response without a body may announce one`() async throws {
    let server = try LoopbackServer { _ in .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n") }
    var request = URLRequest(url: server.url)
    request.httpMethod = "HEAD"

    #expect(try await session.request(request, limit: 1).value.isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `a body that turns out to be larger rejects`(call: Call) async throws {
    let server = try LoopbackServer { _ in .endless }

    let error = await #expect(throws: BodyTooLargeError.self) {
      try await begin(call, server, limit: 100_000).value
    }

    await server.disconnections.first { true }
    #expect(error == BodyTooLargeError(url: server.url, limit: 100_000, announced: nil))
    #expect(try folder.names == [])
  }

  @Test func `a limit of zero rejects any body`() async throws {
    let server = try LoopbackServer { line in
      line.hasPrefix("GET /empty ") ? .answer("204 No Content") : .answer("200 OK", "x")
    }

    let nothing = try await session.request(server.url.appending(path: "empty"), limit: 0).value
    #expect(nothing.isEmpty)
    await #expect(throws: BodyTooLargeError.self) {
      try await session.request(server.url, limit: 0).value
    }
  }

  @Test func `a negative limit is rejected`() throws {
    let url = try Socket.bound().url()

    let error = #expect(throws: ArgumentError.self) {
      try session.request(url, limit: -1).result?.get()
    }

    #expect(error?.description == "limit: -1: the limit of a body must not be negative")
  }

  #if os(macOS) || os(Linux)
  @Test func `a background session is rejected`() throws {
    #if canImport(FoundationNetworking)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.identifier = "films"
    #else
    let configuration = URLSessionConfiguration.background(withIdentifier: "films")
    #endif
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let url = try Socket.bound().url()

    let error = #expect(throws: ArgumentError.self) { try session.request(url).result?.get() }

    let problem = "this is a background session; use a default or ephemeral one"
    #expect(error?.description == "session: films: \(problem)")
  }
  #endif

  // MARK: - The session's delegate

  @Test(arguments: [nil, 1000])
  func `redirections are followed with and without a limit`(limit: Int?) async throws {
    let server = try LoopbackServer { line in
      line.hasPrefix("GET /new ")
        ? .answer("200 OK", "here") : .answer("302 Found", headers: "Location: /new\r\n")
    }

    let body = try await session.request(server.url, limit: limit).value

    #expect(body == Data("here".utf8))
  }

  @Test func `with a limit, the session's delegate decides about redirections`() async throws {
    let server = try LoopbackServer { _ in .answer("302 Found", "no", headers: "Location: /\r\n") }
    let session = URLSession.patient(delegate: RedirectionBlocker())
    defer { session.finishTasksAndInvalidate() }

    let error = await #expect(throws: HTTPError.self) {
      try await session.request(server.url, limit: 1000).value
    }

    #expect(error?.statusCode == 302)
  }
}

#if canImport(FoundationNetworking)
extension TransferTests {
  @Test(arguments: [nil, 1000])
  func `a delegate that answers after the session's timeout rejects`(limit: Int?) async throws {
    let server = try LoopbackServer { _ in .answer("302 Found", headers: "Location: /\r\n") }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 1
    let delegate = LateFollower()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }

    let error = await #expect(throws: URLError.self) {
      try await session.request(server.url, limit: limit).value
    }

    #expect(error?.code == .timedOut)
  }
}

/// Follows redirections when their task has timed out.
private final class LateFollower: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    while task.response == nil { sched_yield() }
    completionHandler(request)
  }
}
#endif

/// Follows no redirections.
private final class RedirectionBlocker: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection: HTTPURLResponse,
    newRequest: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
#endif
