import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
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

  @Test func `first attempts deposit their share, and retries withdraw`() {
    let budget = budget(0.5)
    for _ in 0..<4 { _ = retry(budget: budget) { Promise(value: 1) } }
    #expect(budget.balance == 2)

    let promise = retry(max: 3, budget: budget, failing)

    #expect((promise.failure as? RetryError)?.errors.count == 3)
    #expect((promise.failure as? RetryError)?.budget == nil)
    #expect(budget.balance == 0)
  }

  @Test func `an overdrawn budget rejects with the errors and its name, and starts nothing`() throws
  {
    let promise = retry(max: 3, budget: budget(0.5, minimumRate: 0.1), failing)

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
    #expect(error.last as? Broken == Broken(number: 2))
    #expect(error.budget == "search")
    #expect(attempts.count == 2)
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

  @Test func `an overdrawn budget rejects without the wait before the attempt`() {
    let backoff = Backoff.constant(.seconds(5))
    let promise = retry(backoff: backoff, budget: budget(0), clock: clock, failing)

    #expect((promise.failure as? RetryError)?.budget == "search")
    #expect(clock.sleepers == 0)
  }

  @Test func `a decision to stop withdraws nothing`() {
    let budget = budget(1)

    #expect((retry(budget: budget, while: { _ in false }, failing).failure as? RetryError) != nil)
    #expect((retry(budget: budget, next: { _ in .stop }, failing).failure as? RetryError) != nil)
    #expect(budget.balance == 2)
  }

  @Test func `all forms of retry use the budget`() {
    let budgets = (0..<3).map { _ in budget(0) }
    let promises = [
      retry(budget: budgets[0], failing), retry(budget: budgets[1], next: { _ in .again }, failing),
      retry(budget: budgets[2], deciding: { _ in Promise(value: true) }, failing),
    ]

    #expect(promises.allSatisfy { ($0.failure as? RetryError)?.budget == "search" })
    #expect(attempts.count == 3)
  }

  @Test func `observed operations deposit once, too`() {
    let budget = budget(1)
    let installation = Diagnostics.install(Deaf())
    _ = retry(budget: budget) { Promise(value: 1) }
    _ = hedge(after: .seconds(1), budget: budget) { Promise(value: 1) }
    installation.remove()

    #expect(budget.balance == 2)
  }

  @Test func `deposits and withdrawals expire after the window`() {
    let budget = budget(1)
    _ = retry(budget: budget) { Promise(value: 1) }
    clock.advance(by: .seconds(5))
    _ = retry(budget: budget) { Promise(value: 1) }
    #expect(budget.balance == 2)

    clock.advance(by: .seconds(5))
    #expect(budget.balance == 1)
    clock.advance(by: .seconds(5))
    #expect(budget.balance == 0)
  }

  @Test func `the reserve is used up and comes back`() {
    let budget = budget(0, minimumRate: 0.3)
    #expect(budget.balance == 3)
    _ = retry(max: 4, budget: budget, failing)
    #expect(attempts.count == 4)
    #expect(budget.balance == 0)

    clock.advance(by: .seconds(10))
    #expect(budget.balance == 3)
  }

  @Test(
    arguments: [
      RetryBudget(named: "a", ratio: -0.1), RetryBudget(named: "a", ratio: 1.1),
      RetryBudget(named: "a", ratio: .nan), RetryBudget(named: "a", minimumRate: -1),
      RetryBudget(named: "a", minimumRate: .nan), RetryBudget(named: "a", window: .zero),
      RetryBudget(named: "a", window: .seconds(-1)),
    ]
  )
  func `invalid arguments reject operations without starting them`(budget: RetryBudget) throws {
    let promises = [
      retry(budget: budget, failing), hedge(after: .seconds(1), budget: budget, failing),
    ]

    for promise in promises {
      let error = try #require(promise.failure as? ArgumentError)
      #expect(error.description.hasPrefix("RetryBudget(named: \"a\", "))
      #expect(error.description.contains("must be"))
    }
    #expect(attempts.count == 0)
    #expect(budget.balance == 0)
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

/// An observer that ignores all events.
private struct Deaf: PromiseObserver {
  func observe(_: PromiseEvent) {}
}
