import Foundation
import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests calls of real worker processes over loopback.
@Suite(.timeLimit(.minutes(60))) struct WorkerTests {
  /// Items at which the only worker, whose seed is 1, stalls.
  private static let stalled = Array(
    (0...).lazy.filter { item in
      Work(worker: 0, seed: 1).mood(for: item, attempt: 0) == .stalled(.seconds(3600))
    }.prefix(3)
  )

  private static let prompt = (0...).first { item in
    if case .prompt = Work(worker: 0, seed: 1).mood(for: item, attempt: 0) { true } else { false }
  }

  private func assignment(_ item: Int) -> Assignment {
    Assignment(number: 0, item: item, worker: 0, earlier: 0)
  }

  /// Starts a worker, and always ends it after `body`.
  private func withWorker(_ body: (Fleet) async throws -> Void) async throws {
    let fleet = try await Fleet.launched(1, of: executable, seed: 1)
    do {
      try await body(fleet)
    } catch {
      await fleet.stop()
      throw error
    }
    await fleet.stop()
  }

  /// Waits until the counts of the worker are as expected.
  private func counts(
    of fleet: Fleet,
    until isDone: @escaping @Sendable (WorkCounts.Numbers) -> Bool
  ) async throws {
    let counts = poll(every: .milliseconds(20), until: isDone) { fleet.links[0].counts() }
    try await expectFulfilled(counts)
  }

  @Test func `a worker answers`() async throws {
    let item = try #require(Self.prompt)
    try await withWorker { fleet in
      let call = fleet.links[0].call(assignment(item), timeLeft: .seconds(3600))
      let answer = try await expectFulfilled(call)

      #expect(answer.item == item)
      #expect(answer.value == Work.result(of: item))
    }
  }

  @Test func `discarding the run ends the calls on the worker`() async throws {
    try await withWorker { fleet in
      let policy = Policy(deadline: .seconds(3600), hedgeAfter: .seconds(1800))
      let dispatcher = Dispatcher(workers: 1, policy: policy) { assignment, timeLeft in
        fleet.links[0].call(assignment, timeLeft: timeLeft)
      }
      let batch = dispatcher.map(Self.stalled, limit: 3)
      try await counts(of: fleet) { $0.underWay == 3 }

      batch.discard()

      try await counts(of: fleet) { $0.cancelled == 3 && $0.underWay == 0 }
    }
    // Completion is the assertion.
  }

  @Test func `a deadline that passes ends the call on both sides`() async throws {
    try await withWorker { fleet in
      let call = fleet.links[0].call(assignment(Self.stalled[0]), timeLeft: .milliseconds(300))
      let failure = try await expectRejected(call, with: CallFailure.self)

      #expect(failure.kind == .late)
      // The worker may not have received a call whose deadline passed immediately.
      try await counts(of: fleet) { $0.underWay == 0 && $0.answered == 0 }
    }
  }

  @Test func `the calls of a killed worker fail immediately`() async throws {
    try await withWorker { fleet in
      let call = fleet.links[0].call(assignment(Self.stalled[0]), timeLeft: .seconds(3600))
      try await counts(of: fleet) { $0.underWay == 1 }

      fleet.processes[0].kill()

      #expect(try await expectRejected(call, with: CallFailure.self).kind == .gone)
      let next = fleet.links[0].call(assignment(Self.stalled[0]), timeLeft: .seconds(3600))
      #expect(try await expectRejected(next, with: CallFailure.self).kind == .gone)
    }
  }

  @Test func `the calls of a hanging worker end when it misses heartbeats, and it may return`()
    async throws
  {
    try await withWorker { fleet in
      let policy = Policy(beatLimit: .seconds(1))
      let dispatcher = Dispatcher(workers: 1, policy: policy) { assignment, timeLeft in
        fleet.links[0].call(assignment, timeLeft: timeLeft)
      }
      let call = fleet.links[0].call(assignment(Self.stalled[0]), timeLeft: .seconds(3600))
      try await counts(of: fleet) { $0.underWay == 1 }
      kill(fleet.processes[0].pid, SIGSTOP)

      let beating = Heartbeats(to: fleet.links, policy: policy).reporting(to: dispatcher)
      beating.ignoringErrors()

      #expect(try await expectRejected(call, with: CallFailure.self).kind == .gone)
      #expect(dispatcher.presence(of: 0).state == .away)
      kill(fleet.processes[0].pid, SIGCONT)
      try await expectFulfilled(dispatcher.worker())
      beating.discard()
      try await counts(of: fleet) { $0.underWay == 0 && $0.cancelled == 1 }
    }
  }

  @Test func `a hanging worker does not delay the end of the others`() async throws {
    let fleet = try await Fleet.launched(2, of: executable, seed: 1)
    let (hanging, other) = (fleet.processes[0], fleet.processes[1])
    kill(hanging.pid, SIGSTOP)

    async let stop: Void = fleet.stop(patience: .seconds(3600))
    // A promise that is not fulfilled is recorded as an issue. The test continues to end the other
    // one.
    _ = try? await expectFulfilled(other.end)
    #expect(hanging.end.isPending)

    hanging.kill()
    await stop
  }

  @Test func `a worker exits when its standard input is closed`() async throws {
    let fleet = try await Fleet.launched(2, of: executable, seed: 1)

    await fleet.processes[0].stop()
    let code = try await fleet.processes[0].end.value
    await fleet.stop()

    // 9 would be the signal that killed it.
    #expect(code == 0)
  }
}
