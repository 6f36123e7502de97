#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

/// Tests discarding transfers at any moment.
@Suite(.hangLimit) struct CancellationTests {
  private let session = URLSession.patient

  @Test func `requests may be discarded as they end`() async throws {
    // Connections are refused immediately, so requests end during the discard: see `cancelAndWait`.
    let url = try Socket.bound().url()

    for _ in 0..<1000 { session.request(url).discard() }

    while await session.taskCount() > 0 { await Task.yield() }
    // Completion is the assertion.
  }

  @Test(arguments: [nil, 1_000_000])
  func `transfers may be discarded at random moments`(limit: Int?) async throws {
    let server = try LoopbackServer { _ in
      .answer("200 OK", String(repeating: "x", count: .random(in: 0...100_000)))
    }

    for round in 0..<20 {
      let latest = 50 * round
      let bodies = (0..<20).map { _ in session.request(server.url, limit: limit) }
      DispatchQueue.concurrentPerform(iterations: bodies.count) { index in
        for _ in 0..<Int.random(in: 0...latest) { sched_yield() }
        bodies[index].discard()
      }
      let outcomes = try await allSettled(bodies).value

      for case .failure(let error) in outcomes { #expect(error is DiscardedError) }
    }
  }

  /// The questions that FoundationNetworking asks a delegate.
  enum Question: String, CaseIterable {
    case redirection = "302 Found"
    case challenge = "401 Unauthorized"

    var answer: LoopbackServer.Answer {
      switch self {
      case .redirection: .answer(rawValue, headers: "Location: /end\r\n")
      case .challenge: .answer(rawValue, headers: "WWW-Authenticate: Basic realm=x\r\n")
      }
    }
  }

  @Test(arguments: Question.allCases, [nil, 1_000_000])
  func `a delegate may answer after the discard`(question: Question, limit: Int?) async throws {
    let server = try LoopbackServer { line in
      line.hasPrefix("GET /end ") ? .answer("200 OK", "here") : question.answer
    }
    let delegate = Undecided()
    let session = URLSession.patient(delegate: delegate)
    defer { session.finishTasksAndInvalidate() }
    let body = session.request(server.url, limit: limit)
    let answer = await delegate.questions.first { _ in true }

    body.discard()
    await withCheckedContinuation { continuation in
      // Runs after the cancellation.
      session.delegateQueue.addOperation { continuation.resume() }
    }
    answer?()

    #expect(throws: DiscardedError.self) { try body.result?.get() }
    _ = try await session.request(server.url.appending(path: "end")).value
  }

  @Test(arguments: Question.allCases, [(true, nil), (true, 1000), (false, 1000)])
  func `a delegate may be asked after the discard`(
    question: Question,
    asked: (hasDelegate: Bool, limit: Int?)
  ) async throws {
    let wanted = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { line in
      if line.hasPrefix("GET /end ") { return .answer("200 OK", "here") }
      wanted.wait()
      return question.answer
    }
    let session = URLSession.patient(delegate: asked.hasDelegate ? Undecided() : nil)
    defer { session.finishTasksAndInvalidate() }
    let queue = session.delegateQueue
    queue.isSuspended = true
    let body = session.request(server.url, limit: asked.limit)

    body.discard()
    wanted.signal()
    // The cancellation, and the question.
    while queue.operationCount < 2 { await Task.yield() }
    queue.isSuspended = false

    await #expect(throws: DiscardedError.self) { try await body.value }
    _ = try await session.request(server.url.appending(path: "end")).value
  }

  @Test func `a handler on the session's queue may discard`() async throws {
    let server = try LoopbackServer { _ in .answer("200 OK", "here") }

    for _ in 0..<50 {
      let other = session.request(server.url)
      try await session.request(server.url).map { _ in other.discard() }.value
      _ = try? await other.value
    }
    // Completion is the assertion.
  }
}

/// Leaves the answers to the test.
private final class Undecided: NSObject, URLSessionTaskDelegate {
  let questions: AsyncStream<@Sendable () -> Void>
  private let ask: AsyncStream<@Sendable () -> Void>.Continuation

  override init() {
    (questions, ask) = AsyncStream.makeStream()
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    ask.yield { completionHandler(request) }
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (
        URLSession.AuthChallengeDisposition, URLCredential?
      ) -> Void
  ) {
    ask.yield { completionHandler(.performDefaultHandling, nil) }
  }
}
#endif
