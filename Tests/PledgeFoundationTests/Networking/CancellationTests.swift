import Foundation
import Pledge
import PledgeFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests discarding transfers at any moment.
@Suite(.timeLimit(.minutes(15))) struct CancellationTests {
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
