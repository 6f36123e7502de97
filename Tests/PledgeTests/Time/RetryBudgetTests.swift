import Pledge
import PledgeTestSupport
import Testing

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

  @Test func `the outcome of an observer names the budget`() {
    let error = RetryError(errors: [Broken()], budget: "search")
    let outcomes: [PromiseEvent.Outcome] = [
      .rejected(error), .rejected(RetryError(errors: [])), .fulfilled, .discarded, .broken,
    ]

    #expect(outcomes.map(\.overdrawnBudget) == ["search", nil, nil, nil, nil])
  }
}
