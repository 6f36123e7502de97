import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests the fate of items, with fake workers and a manual clock.
@Suite(.timeLimit(.minutes(60))) struct DispatcherTests {
  private let clock = ManualClock()
  private let workers = FakeWorkers()

  private func dispatcher(_ policy: Policy) -> Dispatcher<ManualClock> {
    Dispatcher(workers: 3, policy: policy, clock: clock) { [workers] in workers.remote($0, $1) }
  }

  private func policy(hedgeAfter: Duration, attempts: Int = 4) -> Policy {
    Policy(deadline: .seconds(8), hedgeAfter: hedgeAfter, attempts: attempts, backoff: .none)
  }

  @Test func `if the first worker is silent, a second is asked, and the slower call is discarded`()
    async throws
  {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(1)))
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(1))
    let second = try await workers.call(1)

    second.answer()

    #expect(try await expectFulfilled(answer).worker == second.assignment.worker)
    #expect(first.assignment.worker != second.assignment.worker)
    try await expectFulfilled(first.isLeft)
    #expect(dispatcher.ledger.calls(for: 7).map(\.fate) == [.discarded, .answered])
    await clock.waitForSleepers(0)
  }

  @Test func `while all workers are silent, another one is asked each time`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(1)))
    let answer = dispatcher.answer(to: 7)
    for number in 0..<2 {
      _ = try await workers.call(number)
      await clock.waitForSleepers(3)
      clock.advance(by: .seconds(1))
    }
    let third = try await workers.call(2)

    third.answer()

    #expect(try await expectFulfilled(answer).worker == third.assignment.worker)
    #expect(dispatcher.ledger.calls(for: 7).map(\.fate) == [.discarded, .discarded, .answered])
    await clock.waitForSleepers(0)
  }

  @Test func `if every call fails, the item is retried`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(1)))
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(1))
    for number in 1...2 { try await workers.call(number).fail(.busy) }
    first.fail(.gone)
    try await workers.call(3).answer()

    try await expectFulfilled(answer)
    let reasons = dispatcher.ledger.calls(for: 7).map(\.reason)
    #expect(reasons == [.first, .hedge, .hedge, .retry])
  }

  @Test func `if a worker is gone, another one is asked`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60)))
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    first.fail(.gone)
    let second = try await workers.call(1)
    second.answer()

    #expect(try await expectFulfilled(answer).worker == second.assignment.worker)
    #expect(first.assignment.worker != second.assignment.worker)
    #expect(dispatcher.ledger.calls(for: 7).map(\.fate) == [.failed(.gone), .answered])
  }

  @Test func `each call receives the remaining time of its item`() async throws {
    let answer = dispatcher(policy(hedgeAfter: .seconds(60))).answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(3))
    first.fail(.busy)
    let second = try await workers.call(1)
    second.answer()
    try await expectFulfilled(answer)

    #expect(first.timeLeft == .seconds(8))
    #expect(second.timeLeft == .seconds(5))
  }

  @Test func `an attempt that takes half of the time is replaced by another`() async throws {
    let answer = dispatcher(policy(hedgeAfter: .seconds(60))).answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(4))
    let second = try await workers.call(1)
    second.answer()

    try await expectFulfilled(answer)
    try await expectFulfilled(first.isLeft)
    #expect(second.timeLeft == .seconds(4))
  }

  @Test func `an answer after the deadline does not count`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60), attempts: 1))
    let answer = dispatcher.answer(to: 7)
    let call = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(8))
    _ = try await expectRejected(answer)

    call.answer()

    #expect(answer.isRejected)
    #expect(dispatcher.ledger.calls(for: 7).map(\.fate) == [.discarded])
  }

  @Test func `the only worker that is left is asked again if it is silent`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(1)))
    for worker in 1...2 { dispatcher.died(worker) }
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(1))
    let second = try await workers.call(1)

    second.answer()

    // Without the second call, the item would have waited for half of its deadline.
    try await expectFulfilled(answer)
    #expect(clock.now.offset == .seconds(1))
    #expect([first, second].map(\.assignment.worker) == [0, 0])
    #expect([first, second].map(\.assignment.earlier) == [0, 1])
    try await expectFulfilled(first.isLeft)
  }

  @Test func `second calls are limited to the budget`() async throws {
    var policy = policy(hedgeAfter: .milliseconds(1))
    policy.hedgeRatio = 0
    let dispatcher = dispatcher(policy)
    // The budget allows ten calls per second, for its window of ten seconds.
    let batch = dispatcher.map(0..<120, limit: 120)
    await clock.waitForSleepers(360)
    clock.advance(by: .milliseconds(1))
    // Each item has the same timers again, whether a second call was made or denied.
    await clock.waitForSleepers(360)

    #expect(dispatcher.ledger.calls.filter { $0.reason == .hedge }.count == 100)
    batch.discard()
  }

  @Test func `after a stop, current items are finished and no others are started`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60)))
    let batch = dispatcher.map(0..<10, limit: 2)
    let calls = [try await workers.call(0), try await workers.call(1)]

    dispatcher.stop()
    for call in calls { call.answer() }

    let outcomes = try await expectFulfilled(batch)
    #expect(
      outcomes.map { $0.failure is StoppedError } == [false, false]
        + Array(repeating: true, count: 8)
    )
    #expect(workers.calls == 2)
  }

  @Test func `if no worker is left, each item fails immediately`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60)))
    for worker in 0..<3 { dispatcher.died(worker) }

    let outcomes = try await expectFulfilled(dispatcher.map(0..<5, limit: 2))

    #expect(outcomes.map(\.item) == [0, 1, 2, 3, 4])
    #expect(outcomes.allSatisfy { $0.failure != nil })
    #expect(workers.calls == 0)
  }

  @Test func `discarding the run discards every call and starts no more`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60)))
    let batch = dispatcher.map(0..<10, limit: 3)
    for number in 0..<3 { _ = try await workers.call(number) }

    batch.discard()

    for number in 0..<3 { try await expectFulfilled(workers.call(number).isLeft) }
    #expect(workers.calls == 3)
    #expect(dispatcher.callsUnderWay == 0)
    await clock.waitForSleepers(0)
  }
}
