import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// What becomes of an item, on workers and a clock that the test moves.
@Suite(.timeLimit(.minutes(2))) struct DispatcherTests {
  private let clock = ManualClock()
  private let workers = FakeWorkers()

  private func dispatcher(_ policy: Policy) -> Dispatcher<ManualClock> {
    Dispatcher(workers: 3, policy: policy, clock: clock) { [workers] in workers.remote($0, $1) }
  }

  private func policy(hedgeAfter: Duration, attempts: Int = 4) -> Policy {
    Policy(deadline: .seconds(8), hedgeAfter: hedgeAfter, attempts: attempts, backoff: .none)
  }

  @Test func `a second worker is asked when the first is silent, and the loser is discarded`()
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

  @Test func `the first may still win, and then the second is discarded`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(1)))
    let answer = dispatcher.answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(1))
    let second = try await workers.call(1)

    first.answer()

    #expect(try await expectFulfilled(answer).worker == first.assignment.worker)
    try await expectFulfilled(second.isLeft)
  }

  @Test func `a second call that fails leaves the first as it is`() async throws {
    let answer = dispatcher(policy(hedgeAfter: .seconds(1))).answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(3)
    clock.advance(by: .seconds(1))
    try await workers.call(1).fail(.busy)
    #expect(answer.isPending)

    first.answer()

    #expect(try await expectFulfilled(answer).worker == first.assignment.worker)
    #expect(workers.calls == 2)
  }

  @Test func `a worker that is gone loses nothing: another one has the item`() async throws {
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

  @Test func `the rest of the item's time travels with each call`() async throws {
    let answer = dispatcher(policy(hedgeAfter: .seconds(60))).answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(3))
    first.fail(.busy)
    let second = try await workers.call(1)
    second.answer()
    try await expectFulfilled(answer)

    #expect(first.timeLeft == .seconds(8))
    #expect(second.timeLeft == .seconds(5))
  }

  @Test func `an attempt that takes half of its time is given up for another`() async throws {
    let answer = dispatcher(policy(hedgeAfter: .seconds(60))).answer(to: 7)
    let first = try await workers.call(0)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(4))
    let second = try await workers.call(1)
    second.answer()

    try await expectFulfilled(answer)
    try await expectFulfilled(first.isLeft)
    #expect(second.timeLeft == .seconds(4))
  }

  @Test func `a worker that answers after the deadline counts for nothing`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60), attempts: 1))
    let answer = dispatcher.answer(to: 7)
    let call = try await workers.call(0)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(8))
    _ = try await expectRejected(answer)

    call.answer()

    #expect(answer.isRejected)
    #expect(dispatcher.ledger.calls(for: 7).map(\.fate) == [.discarded])
  }

  @Test func `when nobody is left the item fails at once, and stops no other`() async throws {
    let dispatcher = dispatcher(policy(hedgeAfter: .seconds(60)))
    for worker in 0..<3 { dispatcher.died(worker) }

    let outcomes = try await expectFulfilled(dispatcher.map(0..<5, limit: 2))

    #expect(outcomes.map(\.item) == [0, 1, 2, 3, 4])
    #expect(outcomes.allSatisfy { $0.failure != nil })
    #expect(workers.calls == 0)
  }

  @Test func `discarding the run discards every call, and begins no other`() async throws {
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
