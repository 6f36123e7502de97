import Pledge
import PledgeTestSupport
import Testing

@Suite("11.11 `RetryBudget`", .hangLimit)
struct RetryBudgets {
  private let clock = ManualClock()
  private let made = Log<Void>()

  private var fail: @Sendable () throws -> Future<Int> {
    { [made] in
      made.add()
      return Promise(error: Broken(number: made.count))
    }
  }

  private func budget(_ ratio: Double, minimumRate: Double = 0) -> RetryBudget {
    RetryBudget(named: "users", ratio: ratio, minimumRate: minimumRate, clock: clock)
  }

  @Test(
    "11.11.1 Each first attempt deposits the budget's ratio, and each further attempt withdraws one"
  )
  func clause11_11_1() {
    let budget = budget(0.25)
    for _ in 0..<8 { _ = retry(budget: budget) { Promise(value: 1) } }
    #expect(budget.balance == 2)

    _ = retry(max: 2, budget: budget, fail)
    #expect(budget.balance == 1)
    _ = hedge(after: .seconds(1), max: 2, budget: budget, clock: clock, fail)
    #expect(budget.balance == 0)
    #expect(made.count == 4)
  }

  @Test("11.11.2 If the budget is overdrawn, `retry` is rejected immediately")
  func clause11_11_2() {
    let outcomes = [
      retry(backoff: .constant(.seconds(1)), budget: budget(0), clock: clock, fail),
      retry(budget: budget(0), next: { _ in .again(after: .seconds(1)) }, fail),
      retry(budget: budget(0), deciding: { _ in Promise(value: true) }, fail),
    ]

    for (index, outcome) in outcomes.enumerated() {
      let error = outcome.failure as? RetryError
      #expect(error?.errors.map { $0 as? Broken } == [Broken(number: index + 1)])
      #expect(error?.budget == "users")
    }
    #expect(made.count == 3)
    #expect(clock.sleepers == 0)
  }

  @Test("11.11.3 Deposits and withdrawals expire when the window has passed")
  func clause11_11_3() {
    let budget = budget(1, minimumRate: 0.1)
    _ = retry(max: 3, budget: budget, fail)
    #expect(budget.balance == 0)
    _ = retry(budget: budget) { Promise(value: 1) }
    #expect(budget.balance == 1)

    clock.advance(by: .seconds(9))
    #expect(budget.balance == 1)
    clock.advance(by: .seconds(1))
    #expect(budget.balance == 1)
    #expect(retry(max: 2, budget: budget, fail).isRejected)
    #expect(budget.balance == 1)
  }

  @Test("11.11.4 The minimum rate is available without deposits")
  func clause11_11_4() {
    let budget = budget(0, minimumRate: 0.5)

    _ = retry(max: 9, budget: budget, fail)
    #expect(made.count == 6)
    clock.advance(by: .seconds(10))
    _ = retry(max: 9, budget: budget, fail)
    #expect(made.count == 12)
  }

  @Test(
    "11.11.5 Operations whose budget has invalid arguments are rejected with `ArgumentError`",
    arguments: [
      RetryBudget(named: "users", ratio: -0.1), RetryBudget(named: "users", ratio: 1.1),
      RetryBudget(named: "users", ratio: .nan), RetryBudget(named: "users", minimumRate: -1),
      RetryBudget(named: "users", minimumRate: .nan), RetryBudget(named: "users", window: .zero),
      RetryBudget(named: "users", window: .seconds(-1)),
    ]
  )
  func clause11_11_5(budget: RetryBudget) {
    for outcome in [retry(budget: budget, fail), hedge(after: .seconds(1), budget: budget, fail)] {
      let text = (outcome.failure as? ArgumentError)?.description
      #expect(text?.hasPrefix("RetryBudget(named: \"users\", ") == true)
      #expect(text?.contains("must be") == true)
    }
    #expect(made.count == 0)
    #expect(budget.balance == 0)
  }

  @Test("11.11.6 Observers receive an overdrawn budget as a distinct outcome")
  func clause11_11_6() {
    let budgets = Log<String>()
    let installation = Diagnostics.install(Overdrafts(budgets: budgets))
    _ = retry(budget: RetryBudget(named: "11.11.6", ratio: 0, minimumRate: 0), fail).map { $0 }
    installation.remove()

    // One for the operation, and one for the stage.
    #expect(budgets.entries.filter { $0 == "11.11.6" }.count == 2)
  }
}

private struct Overdrafts: PromiseObserver {
  let budgets: Log<String>

  func observe(_ event: PromiseEvent) {
    guard case .settled(let outcome) = event.kind else { return }
    outcome.overdrawnBudget.map(budgets.add)
  }
}
