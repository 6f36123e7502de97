import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests items whose workers leave and return, with fake workers and a manual clock.
@Suite(.timeLimit(.minutes(60))) struct DispatcherPresenceTests {
  private let clock = ManualClock()
  private let workers = FakeWorkers()

  private func dispatcher() -> Dispatcher<ManualClock> {
    let policy = Policy(deadline: .seconds(8), hedgeAfter: .seconds(60), backoff: .none)
    return Dispatcher(workers: 3, policy: policy, clock: clock) { [workers] in
      workers.remote($0, $1)
    }
  }

  @Test func `while all workers are away, an item waits for one`() async throws {
    let dispatcher = dispatcher()
    for worker in 0..<3 { _ = dispatcher.record(.gone, of: worker) }
    let answer = dispatcher.answer(to: 7)
    #expect(workers.calls == 0)

    _ = dispatcher.record(.answered, of: 2)

    let call = try await workers.call(0)
    #expect(call.assignment.worker == 2)
    call.answer()
    try await expectFulfilled(answer)
  }

  @Test func `an item does not wait for a worker beyond its deadline`() async throws {
    let dispatcher = dispatcher()
    for worker in 0..<3 { _ = dispatcher.record(.gone, of: worker) }
    let answer = dispatcher.answer(to: 7)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(8))

    try await expectRejected(answer, with: TimeoutError.self)
    #expect(workers.calls == 0)
  }

  @Test func `an item that waits fails when the last worker ends`() async throws {
    let dispatcher = dispatcher()
    _ = dispatcher.record(.gone, of: 0)
    for worker in 1...2 { dispatcher.died(worker) }
    let answer = dispatcher.answer(to: 7)

    dispatcher.died(0)

    try await expectRejected(answer)
    #expect(workers.calls == 0)
  }

  @Test func `a worker whose call is gone is not called before its next heartbeat`() async throws {
    let dispatcher = dispatcher()
    for worker in 1...2 { dispatcher.died(worker) }
    let answer = dispatcher.answer(to: 7)
    try await workers.call(0).fail(.gone)
    #expect(dispatcher.presence(of: 0).state == .away)

    _ = dispatcher.record(.answered, of: 0)

    try await workers.call(1).answer()
    try await expectFulfilled(answer)
    #expect(dispatcher.presence(of: 0).returns == 1)
  }

  @Test func `with three of four workers killed, a stall takes as long as it does with one worker`()
    async throws
  {
    let policy = Policy(deadline: .seconds(60), hedgeAfter: .seconds(1), backoff: .none)
    let dispatcher = Dispatcher(workers: 4, policy: policy, clock: clock) { [workers] in
      workers.remote($0, $1)
    }
    let batch = dispatcher.map(0..<4, limit: 4)
    var calls: [FakeWorkers.Call] = []
    for number in 0..<4 { calls.append(try await workers.call(number)) }
    // Each item has a deadline, the end of its attempt, and the time of its second call.
    await clock.waitForSleepers(12)

    for call in calls where call.assignment.worker < 3 {
      dispatcher.died(call.assignment.worker)
      call.fail(.gone)
    }
    for number in 4..<7 { try await workers.call(number).answer() }
    // The item of the last worker stalls, so the worker is asked again.
    clock.advance(by: .seconds(1))
    try await workers.call(7).answer()

    #expect(try await expectFulfilled(batch).allSatisfy { $0.failure == nil })
    // One worker alone would need this second, too. Without a second call, it would be half a minute.
    #expect(clock.now.offset == .seconds(1))
    let reasons = dispatcher.ledger.calls.map(\.reason)
    #expect(reasons == Array(repeating: .first, count: 4) + [.retry, .retry, .retry, .hedge])
  }
}
