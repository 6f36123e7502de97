import Pledge
import PledgeTestSupport
import Testing

@Suite("11.6 `retry(max:)`", .hangLimit)
struct Retry {
  private let attempts = Attempts()

  @Test(arguments: [1, 2, 3])
  func `11.6.1 retry is fulfilled with the first success`(success: Int) async throws {
    let outcome = retry(max: 3) {
      let number = attempts.next()
      return number < success ? Promise(error: Broken(number: number)) : Promise(value: number)
    }

    #expect(try await outcome.settled().get() == success)
    #expect(attempts.count == success)
  }

  @Test func `11.6.2 After the last attempt, retry is rejected with every error`() async {
    let outcome = retry(max: 3) { Promise<Int>(error: Broken(number: attempts.next())) }

    _ = await outcome.settled()

    let error = outcome.failure as? RetryError
    #expect(error?.errors.map { $0 as? Broken } == [1, 2, 3].map { Broken(number: $0) })
    #expect(error?.last as? Broken == Broken(number: 3))
    #expect(attempts.count == 3)
  }

  @Test func `11.6.3 An operation that throws is a failed attempt`() async throws {
    let outcome = retry(max: 3) {
      if attempts.next() == 1 { throw Broken() }
      return Promise(value: 1)
    }

    #expect(try await outcome.settled().get() == 1)
    #expect(attempts.count == 2)
  }

  @Test
  func `11.6.4 retry waits between attempts, for the time that its backoff specifies`() async {
    let clock = ManualClock()
    let outcome = retry(max: 3, backoff: .linear(.seconds(1)), clock: clock) {
      Promise<Int>(error: Broken(number: attempts.next()))
    }
    await clock.waitForSleepers(1)
    #expect(attempts.count == 1)

    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(1))

    await #expect(throws: RetryError.self) { try await outcome.settled().get() }
    #expect(attempts.count == 3)
  }

  @Test func `11.6.5 retry stops when while returns false for the error`() async {
    let isWorthIt: @Sendable (any Error) -> Bool = { ($0 as? Broken) != Broken(number: 2) }
    let outcome = retry(max: 5, while: isWorthIt) {
      Promise<Int>(error: Broken(number: attempts.next()))
    }

    _ = await outcome.settled()

    #expect((outcome.failure as? RetryError)?.errors.count == 2)
    #expect(attempts.count == 2)
  }

  @Test func `11.6.6 Discarding retry discards the running attempt, and no other attempt starts`() {
    let log = Log<String>()
    let work = Promise<Int>(discard: { log.add("stop") })
    let outcome = retry(max: 3) {
      _ = attempts.next()
      return work
    }
    #expect(attempts.count == 1)

    outcome.discard()

    #expect(outcome.isDiscarded)
    #expect(work.isDiscarded)
    #expect(log.entries == ["stop"])
    #expect(attempts.count == 1)
  }

  @Test func `11.6.7 Discarding retry between attempts ends the wait`() async {
    let clock = ManualClock()
    let outcome = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock) {
      Promise<Int>(error: Broken(number: attempts.next()))
    }
    await clock.waitForSleepers(1)

    outcome.discard()
    await clock.waitForSleepers(0)
    clock.advance(by: .seconds(10))

    #expect(outcome.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test func `11.6.8 An attempt that was discarded or canceled is not retried`() async {
    for error in [DiscardedError(), CancellationError()] as [any Error] {
      let attempts = Attempts()
      let outcome = retry(max: 3) {
        _ = attempts.next()
        return Promise<Int>(error: error)
      }

      _ = await outcome.settled()

      #expect(outcome.isRejected)
      #expect(attempts.count == 1)
    }
  }

  @Test(arguments: [0, -1])
  func `11.6.9 A maximum of less than one attempt is rejected with ArgumentError`(max: Int) {
    let outcome = retry(max: max) { Promise(value: attempts.next()) }

    #expect(outcome.failure is ArgumentError)
    #expect(attempts.count == 0)
  }
}

// MARK: - Deciding

extension Retry {
  @Test func `11.6.10 deciding waits for a promise that decides whether to continue`() {
    let decisions = [Promise<Bool>(), Promise<Bool>()]
    let outcome = retry(max: 5, deciding: { _ in decisions[attempts.count - 1] }, attempts.fail)
    #expect(attempts.count == 1)

    decisions[0].resolve(true)
    #expect(attempts.count == 2)
    #expect(outcome.isPending)
    decisions[1].resolve(false)

    let error = outcome.failure as? RetryError
    #expect(error?.errors.map { $0 as? Broken } == [1, 2].map { Broken(number: $0) })
    #expect(attempts.count == 2)
  }

  @Test func `11.6.11 A decision that fails ends the attempts`() {
    let failed = retry(deciding: { _ in Promise(error: Broken(number: 9)) }, attempts.fail)
    let thrown = retry(deciding: { _ in throw Broken(number: 9) }, attempts.fail)
    let discarded = retry(deciding: { _ in Promise(error: DiscardedError()) }, attempts.fail)

    for outcome in [failed, thrown] {
      let error = outcome.failure as? RetryError
      #expect(error?.errors.count == 1)
      #expect(error?.decisionError as? Broken == Broken(number: 9))
    }
    #expect(discarded.isDiscarded)
    #expect(attempts.count == 3)
  }

  @Test func `11.6.12 Discarding retry discards the pending decision`() {
    let decision = Promise<Bool>(discard: {})
    let outcome = retry(deciding: { _ in decision }, attempts.fail)

    outcome.discard()

    #expect(decision.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test(arguments: 1...3)
  func `11.6.13 Neither while nor deciding is called after the last attempt`(max: Int) {
    let asked = Attempts()
    let plain = retry(max: max, while: { _ in asked.next() > 0 }, attempts.fail)
    #expect(asked.count == max - 1)
    let deciding = retry(
      max: max,
      deciding: { _ in Promise(value: asked.next() > 0) },
      attempts.fail
    )

    #expect(asked.count == 2 * (max - 1))
    #expect((plain.failure as? RetryError)?.errors.count == max)
    #expect((deciding.failure as? RetryError)?.errors.count == max)
  }

  @Test func `11.6.14 A backoff waits between zero and a hundred years`() {
    let extremes: [Duration] = [.seconds(Int64.max), .seconds(Int64.min), .zero, .seconds(1)]
    let factors = [Double.nan, -.infinity, -2, 0, 0.5, 2, .infinity]
    let backoffs: [Backoff] = extremes.flatMap { wait in
      let plain = [Backoff.constant(wait), .linear(wait), Backoff { _ in wait }]
      let capped = extremes.map { Backoff.linear(wait).capped(at: $0) }
      let exponential = factors.map { Backoff.exponential(wait, factor: $0) }
      let jittered = factors.map { Backoff.constant(wait).jittered($0) }
      return [plain, capped, exponential, jittered].joined()
    }

    let longest = Duration.seconds(100 * 365 * 86_400)
    for backoff in backoffs {
      for attempt in [Int.min, 0, 1, 2, 5_000, .max] {
        let delay = backoff.delay(after: attempt)
        #expect(delay >= .zero)
        #expect(delay <= longest)
      }
    }
    #expect(Backoff.constant(.seconds(Int64.max)).delay(after: 1) == longest)
  }
}

/// Counts attempts.
private final class Attempts: Sendable {
  private let made = Locked(0)

  var count: Int { made.value }

  /// Returns a promise that is rejected with the number of the attempt.
  func fail() -> Future<Int> { Promise(error: Broken(number: next())) }

  func next() -> Int {
    made.withLock { made in
      made += 1
      return made
    }
  }
}
