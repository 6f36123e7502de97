#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the limit and the progress of transfers.
@Suite(.hangLimit) struct TransferTests {
  private let progress = ProgressMonitor()
  private let session = URLSession.patient

  // MARK: - The limit

  @Test func `a body within the limit is whole`() async throws {
    let text = String(repeating: "x", count: 100_000)
    let server = try LoopbackServer { _ in .answer("200 OK", text) }

    #expect(try await session.request(server.url, limit: 100_000).value == Data(text.utf8))
  }

  @Test func `a body announced to be larger rejects immediately`() async throws {
    let server = try LoopbackServer { _ in
      .stall("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\nthe first of many")
    }

    let error = await #expect(throws: BodyTooLargeError.self) {
      try await session.request(server.url, limit: 1_000_000).value
    }

    await server.disconnections.first { true }
    #expect(
      error == BodyTooLargeError(url: server.url, limit: 1_000_000, announced: 10_485_760)
    )
  }

  @Test(arguments: [false, true])
  func `a larger announced body rejects before the first byte`(isUpload: Bool) async throws {
    let server = try LoopbackServer { _ in
      .stall("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n")
    }
    var request = URLRequest(url: server.url)
    request.httpMethod = "POST"

    let error = await #expect(throws: BodyTooLargeError.self) {
      isUpload
        ? try await session.upload(Data("x".utf8), with: request, limit: 1_000_000).value
        : try await session.request(server.url, limit: 1_000_000).value
    }

    await server.disconnections.first { true }
    #expect(error?.announced == 10_485_760)
  }

  @Test func `a response without a body may announce one`() async throws {
    let server = try LoopbackServer { _ in .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n") }
    var request = URLRequest(url: server.url)
    request.httpMethod = "HEAD"

    #expect(try await session.request(request, limit: 1).value.isEmpty)
  }

  @Test func `a body that turns out to be larger rejects`() async throws {
    let server = try LoopbackServer { _ in .endless }

    let error = await #expect(throws: BodyTooLargeError.self) {
      try await session.request(server.url, limit: 100_000).value
    }

    await server.disconnections.first { true }
    #expect(error == BodyTooLargeError(url: server.url, limit: 100_000, announced: nil))
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

  @Test(arguments: [nil, 1])
  func `discarding cancels a transfer with and without a limit`(limit: Int?) async throws {
    let (server, requests) = try LoopbackServer.silent()
    let body = session.request(server.url, limit: limit)
    await requests.first { true }

    body.discard()

    await server.disconnections.first { true }
    #expect(throws: DiscardedError.self) { try body.result?.get() }
  }

  // MARK: - Progress

  @Test func `reports the progress, and finishes it with the promise`() async throws {
    let (halves, wanted) = (String(repeating: "x", count: 5000), DispatchSemaphore(value: 1))
    let server = try LoopbackServer { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n"
      return .pieces([head + halves, halves], when: wanted)
    }
    let (reports, report) = AsyncStream<Double>.makeStream()
    progress.observe { report.yield($0.fraction) }

    let body = session.request(server.url, progress: progress)
    _ = await reports.first { $0 >= 0.5 }
    #expect(progress.latest.fraction < 0.99)
    wanted.signal()

    #expect(try await body.value.count == 10_000)
    #expect(progress.latest.fraction == 1)
  }

  @Test func `a bad status leaves the progress unchanged`() async throws {
    let server = try LoopbackServer { _ in .answer("503 Service Unavailable", "later") }

    await #expect(throws: HTTPError.self) {
      try await session.request(server.url, progress: progress).value
    }

    #expect(progress.latest.fraction == 0)
  }

  @Test func `an interrupted transfer leaves the progress unchanged`() async throws {
    let server = try LoopbackServer { _ in
      .bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf!")
    }

    await #expect(throws: URLError.self) {
      try await session.request(server.url, progress: progress).value
    }

    #expect(progress.latest.fraction < 1)
  }

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
