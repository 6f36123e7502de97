import Pledge
import PledgeTestSupport
import Testing

@Suite("11.6 Errors of failed attempts", .hangLimit)
struct RetryLimits {
  @Test("11.6.15 Of more than 32 attempts, the errors of the first 16 and the last 16 are kept")
  func clause11_6_15() throws {
    let cage = Cage(weight: 0)
    let most = Locked(0)
    let made = Locked(0)
    do {
      let outcome = retry(max: 10_000) { () -> Promise<Int> in
        most.withLock { $0 = max($0, cage.living) }
        let number = made.withLock { made in
          defer { made += 1 }
          return made
        }
        throw Numbered(number: number, life: cage.canary())
      }
      let error = try #require(outcome.failure as? RetryError)

      #expect(error.errors.map { ($0 as? Numbered)?.number } == Array(0..<16) + (9_984..<10_000))
      #expect(error.omittedCount == 9_968)
      #expect((error.last as? Numbered)?.number == 9_999)
      #expect("\(error)".contains(": failed 10000 times"))
    }

    #expect(most.value < 200)
    #expect(cage.living == 0)
  }

  @Test func `11.6.16 Attempts that fail immediately follow one another before the call returns`() {
    let threads = Log<ObjectIdentifier>()
    let outcome = retry(max: 5_000) { () -> Promise<Int> in
      threads.add(currentThread())
      return Promise(error: Broken())
    }

    #expect(outcome.failure is RetryError)
    #expect(threads.entries.count == 5_000)
    #expect(threads.entries.allSatisfy { $0 == currentThread() })
  }
}

@Suite("11.6 Decisions by the error", .hangLimit)
struct RetryDecisions {
  @Test func `11.6.17 With next, the error decides what follows an attempt`() async throws {
    let clock = ManualClock()
    let (asked, made) = (Log<Int>(), Log<Void>())
    let next: @Sendable (any Error) -> RetryDecision = { error in
      let number = (error as? Broken)?.number ?? 0
      asked.add(number)
      return number < 3 ? .again : .stop
    }
    let attempt: @Sendable () -> Future<Int> = {
      made.add()
      return Promise(error: Broken(number: made.count))
    }
    let outcome = retry(
      max: 9,
      backoff: .linear(.seconds(1)),
      clock: clock,
      next: next,
      attempt
    )
    for _ in 1...2 {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(2))
    }

    let error = await #expect(throws: RetryError.self) { try await outcome.settled().get() }
    #expect(error?.errors.count == 3)
    #expect(asked.entries == [1, 2, 3])
    #expect(retry(max: 2, next: next) { Promise<Int>(error: Broken()) }.failure is RetryError)
    #expect(asked.entries == [1, 2, 3, 0])
  }

  @Test
  func `11.6.18 .again(after:) waits for its own time instead of the backoff's`() async throws {
    let clock = ManualClock()
    let made = Log<Void>()
    let attempt: @Sendable () -> Future<Int> = {
      made.add()
      return made.count > 1 ? Promise(value: 1) : Promise(error: Broken())
    }
    let outcome = retry(
      backoff: .constant(.seconds(9)),
      clock: clock,
      next: { _ in .again(after: .seconds(2)) },
      attempt
    )
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))

    #expect(try await outcome.settled().get() == 1)
    #expect(RetryDecision.again(after: .seconds(-1)) == .again(after: .zero))
    #expect(
      RetryDecision.again(after: .seconds(Int64.max))
        == .again(after: .seconds(100 * 365 * 86_400))
    )
  }

  @Test
  func `11.6.19 Waits that are jittered with a generator depend only on the generator's numbers`() {
    let backoffs = (0..<2).map { _ in
      Backoff.exponential(.seconds(1)).jittered(using: SeededGenerator(seed: 3))
    }

    let delays = backoffs.map { backoff in (1...50).map { backoff.delay(after: $0) } }

    #expect(delays[0] == delays[1])
  }

  @Test
  func `11.6.20 Of while, deciding, and next, those that are given are called in this order`() {
    let log = Log<String>()
    let fail: @Sendable () -> Promise<Int> = { Promise(error: Broken()) }

    for refusal in ["while", "deciding", "next", "none"] {
      let outcome = retry(
        max: 2,
        while: { _ in log.pass(refusal != "while", "while") },
        deciding: { _ in log.pass(Promise(value: refusal != "deciding"), "deciding") },
        next: { _ in log.pass(refusal == "next" ? .stop : .again, "next") },
        fail
      )
      #expect((outcome.failure as? RetryError)?.errors.count == (refusal == "none" ? 2 : 1))
    }

    let once = ["while", "while deciding", "while deciding next", "while deciding next"]
    #expect(log.entries == once.flatMap { $0.split(separator: " ").map(String.init) })
  }
}

private struct Numbered: Error {
  let number: Int
  let life: Canary
}

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

  @Test func `11.11.2 If the budget is overdrawn, retry is rejected immediately`() {
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

  @Test func `11.11.3 Deposits and withdrawals expire when the window has passed`() {
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

  @Test func `11.11.4 The minimum rate is available without deposits`() {
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

  @Test func `11.11.6 Observers receive an overdrawn budget as a distinct outcome`() {
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
