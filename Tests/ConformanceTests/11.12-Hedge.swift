import Pledge
import PledgeTestSupport
import Testing

@Suite("11.12 `hedge(after:max:)`", .hangLimit)
struct Hedges {
  private let clock = ManualClock()
  private let work = Work()

  private var attempt: @Sendable () throws -> Future<Int> {
    { [work] in work.start(work.started.count + 1) }
  }

  /// Ends a silence of one second, and waits for the attempt with the given number.
  private func silence(startsAttempt number: Int) async {
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    while work.started.count < number { await Task.yield() }
  }

  @Test func `11.12.1 hedge is fulfilled with the first value of its attempts`() async throws {
    let outcome = hedge(after: .seconds(1), clock: clock, attempt)
    #expect(work.started == [1])

    await silence(startsAttempt: 2)
    work[2].resolve(2)

    #expect(try await outcome.settled().get() == 2)
    #expect(hedge(after: .seconds(1)) { Promise(value: 3) }.got == 3)
  }

  @Test("11.12.2 The next attempt starts when the latest one has been silent for the given time")
  func clause11_12_2() async throws {
    let outcome = hedge(after: .seconds(1), max: 3, clock: clock, attempt)
    for number in 2...3 { await silence(startsAttempt: number) }
    #expect(clock.sleepers == 0)
    #expect(work.promises.allSatisfy { $0.isPending })

    work[1].resolve(1)

    #expect(try await outcome.settled().get() == 1)
  }

  @Test func `11.12.3 A failed attempt starts the next one immediately`() async throws {
    let outcome = hedge(after: .seconds(2), max: 3, clock: clock, attempt)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    work[1].reject(Broken())
    #expect(work.started == [1, 2])

    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(work.started == [1, 2])
    await silence(startsAttempt: 3)
    work[3].resolve(3)

    #expect(try await outcome.settled().get() == 3)
  }

  @Test func `11.12.4 The first value detaches hedge from the other attempts`() async throws {
    let outcome = hedge(after: .seconds(1), max: 3, clock: clock, attempt)
    let other = work[1].map { $0 }
    for number in 2...3 { await silence(startsAttempt: number) }

    work[3].resolve(3)

    #expect(try await outcome.settled().get() == 3)
    while !work[2].isDiscarded { await Task.yield() }
    #expect(work[1].isPending)
    #expect(other.isPending)
  }

  @Test
  func `11.12.5 If all attempts fail, hedge is rejected with an AggregateError`() async throws {
    let outcome = hedge(after: .seconds(1), max: 3, clock: clock) { [attempt, work] in
      if work.started.count == 2 { throw Broken(number: 3) }
      return try attempt()
    }
    await silence(startsAttempt: 2)
    work[2].reject(Broken(number: 2))
    #expect(outcome.isPending)
    work[1].reject(Broken(number: 1))

    let error = await #expect(throws: AggregateError.self) { try await outcome.settled().get() }
    #expect(error?.errors.map { $0 as? Broken } == [1, 2, 3].map { Broken(number: $0) })
  }

  @Test(
    "11.12.6 An attempt that was discarded or canceled rejects `hedge` with its error",
    arguments: [DiscardedError(), CancellationError()] as [any Error]
  )
  func clause11_12_6(error: any Error) async {
    let outcome = hedge(after: .seconds(1), max: 3, clock: clock, attempt)
    await silence(startsAttempt: 2)

    work[1].reject(error)

    _ = await outcome.settled()
    #expect(outcome.failure?.isCancellation == true)
    while !work[2].isDiscarded { await Task.yield() }
    #expect(work.started == [1, 2])
  }

  @Test("11.12.7 Discarding `hedge` discards the running attempts, and no other attempt starts")
  func clause11_12_7() async {
    let outcome = hedge(after: .seconds(1), max: 3, clock: clock, attempt)
    await silence(startsAttempt: 2)
    await clock.waitForSleepers(1)

    outcome.discard()

    #expect(work.promises.allSatisfy { $0.isDiscarded })
    #expect(clock.sleepers == 0)
    #expect(work.started == [1, 2])
  }

  @Test func `11.12.8 While the budget is overdrawn, a silence starts no attempt`() async throws {
    let budget = RetryBudget(named: "users", ratio: 0, minimumRate: 0, clock: clock)
    let outcome = hedge(after: .seconds(1), budget: budget, clock: clock, attempt)
    for _ in 0..<3 { await silence(startsAttempt: 1) }
    await clock.waitForSleepers(1)
    #expect(work.started == [1])

    work[1].resolve(1)

    #expect(outcome.got == 1)
  }

  @Test
  func `11.12.9 If no attempt runs and the budget is overdrawn, hedge is rejected as in 11.11.2`() {
    let budget = RetryBudget(named: "users", ratio: 0, minimumRate: 0, clock: clock)
    let outcome = hedge(after: .seconds(1), budget: budget, clock: clock, attempt)

    work[1].reject(Broken(number: 1))

    let error = outcome.failure as? RetryError
    #expect(error?.errors.map { $0 as? Broken } == [Broken(number: 1)])
    #expect(error?.budget == "users")
    #expect(work.started == [1])
  }

  @Test func `11.12.10 A negative silence or a maximum below one is rejected with ArgumentError`() {
    #expect(hedge(after: .seconds(-1), attempt).failure is ArgumentError)
    #expect(hedge(after: .seconds(1), max: 0, attempt).failure is ArgumentError)
    #expect(work.started.isEmpty)
  }
}
