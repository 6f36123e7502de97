import Foundation
import GRPCCore
import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests calls over loopback, whose answers the test provides.
@Suite(.timeLimit(.minutes(60))) struct WorkServerTests {
  private let fake = FakeWorkers()

  /// Serves the fake answers while `body` runs.
  private func withServer(
    version: Int = Work.version,
    _ body: (WorkServer, Workers) async throws -> Void
  ) async throws {
    let service = WorkService(worker: 3, version: version) { [fake] item, attempt, _ in
      fake.remote(item, attempt, .zero).map(\.value)
    }
    let server = WorkServer(service, at: Endpoint(host: "127.0.0.1", port: 0))
    let serving = Promise { try await server.run() }
    serving.ignoringErrors()
    defer { serving.discard() }
    let workers = try Workers(at: [try #require(await server.endpoint)])
    defer { workers.close() }
    try await body(server, workers)
  }

  @Test func `an item and its attempt reach the worker, and its answer the caller`() async throws {
    try await withServer { _, workers in
      let answer = workers.answer(to: 7, attempt: 2, timeLeft: .seconds(3600))
      let call = try await fake.call(0)
      #expect((call.item, call.attempt) == (7, 2))

      call.answer()

      let expected = Answer(item: 7, worker: 3, value: Work.result(of: 7))
      #expect(try await expectFulfilled(answer) == expected)
    }
  }

  @Test func `discarding the run ends the calls on the worker`() async throws {
    try await withServer { _, workers in
      let policy = Policy(deadline: .seconds(3600), hedgeAfter: .seconds(1800))
      let batch = Dispatcher(policy: policy, remote: workers.answer).map(0..<3, limit: 3)
      for number in 0..<3 { _ = try await fake.call(number) }

      batch.discard()

      for number in 0..<3 { try await expectFulfilled(fake.call(number).isLeft) }
    }
  }

  @Test func `a deadline that passes ends the call on both sides`() async throws {
    try await withServer { _, workers in
      let answer = workers.answer(to: 7, attempt: 0, timeLeft: .seconds(3))

      let error = try await expectRejected(answer, with: RPCError.self)

      #expect(error.code == .deadlineExceeded)
      try await expectFulfilled(fake.call(0).isLeft)
    }
  }

  @Test func `a worker of another version refuses an item`() async throws {
    try await withServer(version: 2) { _, workers in
      let answer = workers.answer(to: 7, attempt: 0, timeLeft: .seconds(3600))

      let error = try await expectRejected(answer, with: RPCError.self)

      #expect(error.code == .failedPrecondition)
      #expect(error.message == "it has version 2, not 1")
    }
  }

  @Test func `a worker that shuts down ends stalled calls, so that they are made elsewhere`()
    async throws
  {
    try await withServer { server, workers in
      let answer = workers.answer(to: 7, attempt: 0, timeLeft: .seconds(3600))
      let call = try await fake.call(0)

      server.shutDown()

      #expect(try await expectRejected(answer, with: RPCError.self).code == .unavailable)
      try await expectFulfilled(call.isLeft)
    }
  }

  @Test func `the calls of a worker that hangs end, and it is called again when it continues`()
    async throws
  {
    let process = try WorkerProcess.start(1, of: executable, seed: 1)[0]
    let workers = try Workers(at: [try await process.endpoint.value])
    defer { workers.close() }
    let item = try #require((0...).first { Self.isPrompt($0) })
    try await expectFulfilled(workers.answer(to: item, attempt: 0, timeLeft: .seconds(3600)))
    kill(process.pid, SIGSTOP)

    let answer = workers.answer(to: item, attempt: 0, timeLeft: .seconds(3600))
    #expect(try await expectRejected(answer, with: RPCError.self).code == .unavailable)
    kill(process.pid, SIGCONT)

    let dispatcher = Dispatcher(policy: Policy(deadline: .seconds(3600)), remote: workers.answer)
    try await expectFulfilled(dispatcher.answer(to: item))
    await process.stop()
    // 9 would be the signal that killed it.
    #expect(try await process.end.value == 0)
  }

  private static func isPrompt(_ item: Int) -> Bool {
    if case .prompt = Work(worker: 0, seed: 1).mood(for: item, attempt: 0) { true } else { false }
  }
}
