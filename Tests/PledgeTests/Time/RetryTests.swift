import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct RetryTests {
  private let attempts = Log<Void>()

  /// A manual clock anywhere in the process would prevent the short way.
  @Test func `a first attempt that succeeds at once is all that a retry or a hedge needs`() async {
    await #expect(processExitsWith: .success) {
      let (first, closed) = (Promise(value: 1), Log<Int>())
      let (retried, hedged) = (retry { first }, hedge(after: .seconds(1_000)) { first })
      #expect((retried.got, hedged.got) == (1, 1) && retried !== first && hedged !== first)
      // A value that may have to be disposed of takes the long way.
      _ = retry { Promise(value: 3).onUndelivered { closed.add($0) } }
      _ = hedge(after: .seconds(1)) { Promise(value: 4).onUndelivered { closed.add($0) } }
      #expect(closed.entries == [3, 4])
    }
  }

  @Test func `discarded by an attempt that fails immediately, it does not retry`() {
    let first = Promise<Int>()
    let held = Locked<Promise<Int>?>(nil)
    let asked = Log<Void>()
    let decide: @Sendable (any Error) -> Bool = { _ in
      asked.add()
      return true
    }
    let promise = retry(max: 5, while: decide) { [attempts] in
      attempts.add()
      held.value?.discard()
      return attempts.count == 1 ? first : Promise(error: Broken())
    }
    held.value = promise

    first.reject(Broken())

    #expect(promise.isDiscarded)
    #expect(attempts.count == 2)
    #expect(asked.count == 1)
  }
}

// MARK: - Deciding asynchronously

extension RetryTests {
  @Test func `a canceled decision cancels it`() {
    let promise = retry(deciding: { _ in throw CancellationError() }, attempts.failing(5))

    #expect(promise.failure is CancellationError)
  }

  @Test func `the wait begins with the decision`() async throws {
    let clock = ManualClock()
    let decision = Promise<Bool>()
    let promise = retry(
      backoff: .constant(.seconds(5)),
      clock: clock,
      deciding: { _ in decision },
      attempts.failing(1)
    )
    clock.advance(by: .seconds(5))
    #expect(clock.sleepers == 0)

    decision.resolve(true)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))

    #expect(try await promise.value == 2)
  }
}

@Suite(.hangLimit)
struct RetryDecisionTests {
  private let clock = ManualClock()
  private let attempts = Log<Void>()

  @Test func `again after a negative time starts immediately, whatever the backoff`() {
    let backoff = Backoff.constant(.seconds(10))
    let promise = retry(
      backoff: backoff,
      clock: clock,
      next: { _ in .again(after: .seconds(-1)) },
      attempts.failing(2)
    )

    #expect(promise.got == 3)
    #expect(clock.sleepers == 0)
  }

  @Test func `decisions are equal if they have the same effect`() {
    #expect(RetryDecision.again(after: .seconds(-1)) == .again(after: .zero))
    #expect(RetryDecision.again != .again(after: .zero))
    #expect(RetryDecision.again != .stop)
  }
}

@Suite(.hangLimit)
struct RetryBudgetTests {
  private let clock = ManualClock()
  private let attempts = Log<Void>()

  private var failing: @Sendable () throws -> Future<Int> {
    { [attempts] in
      attempts.add()
      return Promise(error: Broken(number: attempts.count))
    }
  }

  private func budget(_ ratio: Double, minimumRate: Double = 0) -> RetryBudget {
    RetryBudget(
      named: "search",
      ratio: ratio,
      minimumRate: minimumRate,
      window: .seconds(10),
      clock: clock
    )
  }

  @Test func `a retry that is discarded in its backoff returns its token`() async {
    let budget = budget(0, minimumRate: 0.1)
    let backoff = Backoff.constant(.seconds(2))
    for _ in 0..<10 { retry(backoff: backoff, budget: budget, clock: clock, failing).discard() }
    retry(backoff: backoff, budget: budget, clock: clock, failing).resolve(1)
    let failed = retry(backoff: backoff, budget: budget, clock: FailingClock(), failing)
    await #expect(throws: Broken.self) { try await failed.value }
    #expect(attempts.count == 12)

    let promise = retry(max: 2, backoff: backoff, budget: budget, clock: clock, failing)
    #expect(budget.balance == 0)
    await clock.run(for: .seconds(2))

    #expect((promise.failure as? RetryError)?.budget == nil)
    #expect(attempts.count == 14)
    #expect(budget.balance == 0)
  }

  @Test func `a decision to stop withdraws nothing`() {
    let budget = budget(1)

    #expect((retry(budget: budget, while: { _ in false }, failing).failure as? RetryError) != nil)
    #expect((retry(budget: budget, next: { _ in .stop }, failing).failure as? RetryError) != nil)
    #expect(budget.balance == 2)
  }

  @Test func `observed operations deposit once, too`() {
    let budget = budget(1)
    let installation = Diagnostics.install(SilentObserver())
    _ = retry(budget: budget) { Promise(value: 1) }
    _ = hedge(after: .seconds(1), budget: budget) { Promise(value: 1) }
    installation.remove()

    #expect(budget.balance == 2)
  }

  @Test(arguments: [Duration.nanoseconds(1), .seconds(Int64.max)])
  func `extreme windows do not overflow`(window: Duration) {
    let budget = RetryBudget(
      named: "a",
      ratio: 1,
      minimumRate: .infinity,
      window: window,
      clock: clock
    )
    clock.advance(by: .seconds(86_400 * 365))

    #expect(retry(max: 3, budget: budget, failing).failure is RetryError)
    #expect(attempts.count == 3)
  }
}
