import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests the fate of items, with fake workers and a manual clock.
@Suite(.timeLimit(.minutes(60))) struct DispatcherTests {
  private let clock = ManualClock()
  private let workers = FakeWorkers()

  private func dispatcher(
    hedgeAfter: Duration = .seconds(60),
    ratio: Double = 0.2
  ) -> Dispatcher<ManualClock> {
    let policy = Policy(
      deadline: .seconds(8),
      hedgeAfter: hedgeAfter,
      calls: 3,
      hedgeRatio: ratio,
      backoff: .constant(.milliseconds(10))
    )
    return Dispatcher(policy: policy, clock: clock, remote: workers.remote)
  }

  @Test func `while the first call is silent, a second is made, and the slower one is discarded`()
    async throws
  {
    let dispatcher = dispatcher(hedgeAfter: .seconds(1))
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    let second = try await workers.call(1)

    second.answer()

    #expect(try await expectFulfilled(answer).item == 7)
    try await expectFulfilled(first.isLeft)
    #expect([first, second].map(\.attempt) == [0, 1])
    #expect(dispatcher.tally.hedged == [7])
    #expect(dispatcher.tally.retried == [])
    #expect(dispatcher.tally.discarded == 1)
    await clock.waitForSleepers(0)
  }

  @Test func `if the first call is answered after all, the second is discarded`() async throws {
    let answer = dispatcher(hedgeAfter: .seconds(1)).answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    let second = try await workers.call(1)

    first.answer()

    try await expectFulfilled(answer)
    try await expectFulfilled(second.isLeft)
  }

  @Test func `while all calls are silent, the maximum is made`() async throws {
    let answer = dispatcher(hedgeAfter: .seconds(1)).answer(to: 7)
    for number in 0..<2 {
      _ = try await workers.call(number)
      await clock.waitForSleepers(2)
      clock.advance(by: .seconds(1))
    }
    let third = try await workers.call(2)
    // Only the deadline.
    await clock.waitForSleepers(1)

    third.answer()

    try await expectFulfilled(answer)
    #expect(workers.calls == 3)
  }

  @Test func `a call that fails is made again after the backoff, with the remaining time`()
    async throws
  {
    let dispatcher = dispatcher()
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(2)
    first.fail()
    await clock.waitForSleepers(3)
    #expect(workers.calls == 1)
    clock.advance(by: .milliseconds(10))
    let second = try await workers.call(1)
    second.answer()

    try await expectFulfilled(answer)
    #expect([first, second].map(\.attempt) == [0, 1])
    #expect([first, second].map(\.timeLeft) == [.seconds(8), .milliseconds(7990)])
    #expect(dispatcher.tally.retried == [7])
    #expect(dispatcher.tally.reasons.map(\.reason) == ["as it was told"])
  }

  @Test func `an item fails at its deadline, and its call is discarded`() async throws {
    let answer = dispatcher().answer(to: 7)
    let call = try await workers.call(0)
    await clock.waitForSleepers(2)

    clock.advance(by: .seconds(8))

    try await expectRejected(answer, with: TimeoutError.self)
    try await expectFulfilled(call.isLeft)
  }

  @Test func `second calls are limited to the budget`() async throws {
    let dispatcher = dispatcher(hedgeAfter: .milliseconds(1), ratio: 0)
    // The budget allows ten calls per second, for its window of ten seconds.
    let batch = dispatcher.map(0..<120, limit: 120)
    await clock.waitForSleepers(240)
    clock.advance(by: .milliseconds(1))
    // Each item has the same timers again, whether a second call was made or denied.
    await clock.waitForSleepers(240)

    #expect(dispatcher.tally.hedged.count == 100)
    batch.discard()
  }

  @Test func `after a stop, current items are finished and no others are started`() async throws {
    let dispatcher = dispatcher()
    let batch = dispatcher.map(0..<10, limit: 2)
    let calls = [try await workers.call(0), try await workers.call(1)]

    dispatcher.stop()
    for call in calls { call.answer() }

    let outcomes = try await expectFulfilled(batch)
    let stopped = outcomes.map { $0.failure is StoppedError }
    #expect(stopped == [false, false] + Array(repeating: true, count: 8))
    #expect(workers.calls == 2)
  }

  @Test func `discarding the run discards every call and starts no more`() async throws {
    let batch = dispatcher().map(0..<10, limit: 3)
    for number in 0..<3 { _ = try await workers.call(number) }

    batch.discard()

    for number in 0..<3 { try await expectFulfilled(workers.call(number).isLeft) }
    #expect(workers.calls == 3)
    await clock.waitForSleepers(0)
  }
}
