import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct RetryDecisionTests {
  private let clock = ManualClock()
  private let attempts = Log<Void>()

  /// Rejects with its number for the first `times` attempts, then fulfills with its number.
  private func failing(_ times: Int) -> @Sendable () throws -> Future<Int> {
    { [attempts] in
      attempts.add()
      let number = attempts.count
      return number > times ? Promise(value: number) : Promise(error: Broken(number: number))
    }
  }

  @Test func `starts again as long as the error says so`() throws {
    let promise = retry(
      max: 5,
      next: { ($0 as? Broken)?.number == 2 ? .stop : .again },
      failing(5)
    )

    let error = try #require(promise.failure as? RetryError)
    #expect(error.errors.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
    #expect(attempts.count == 2)
  }

  @Test func `a success needs no decision`() {
    let promise = retry(next: { _ in .stop }, failing(0))

    #expect(promise.got == 1)
  }

  @Test func `waits for the time that the error specifies instead of the backoff`() async throws {
    let next: @Sendable (any Error) -> RetryDecision = { error in
      (error as? Broken)?.number == 1 ? .again(after: .seconds(3)) : .again
    }
    let backoff = Backoff.constant(.seconds(10))
    let promise = retry(max: 3, backoff: backoff, clock: clock, next: next, failing(2))

    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(9))
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))

    #expect(try await promise.value == 3)
  }

  @Test func `again after a negative time starts immediately, whatever the backoff`() {
    let backoff = Backoff.constant(.seconds(10))
    let promise = retry(
      backoff: backoff,
      clock: clock,
      next: { _ in .again(after: .seconds(-1)) },
      failing(2)
    )

    #expect(promise.got == 3)
    #expect(clock.sleepers == 0)
  }

  @Test func `is not asked after the last attempt or for a canceled one`() {
    let asked = Log<Void>()
    let next: @Sendable (any Error) -> RetryDecision = { _ in
      asked.add()
      return .again
    }

    #expect(retry(max: 3, next: next, failing(5)).failure is RetryError)
    #expect(asked.count == 2)
    let canceled = retry(next: next) { Promise<Int>(error: CancellationError()) }
    #expect(canceled.failure is CancellationError)
    #expect(asked.count == 2)
  }

  @Test func `is rejected if no attempt is allowed`() {
    #expect(retry(max: 0, next: { _ in .again }, failing(0)).failure is ArgumentError)
    #expect(attempts.count == 0)
  }

  @Test func `decisions are equal if they have the same effect`() {
    #expect(RetryDecision.again(after: .seconds(-1)) == .again(after: .zero))
    #expect(RetryDecision.again != .again(after: .zero))
    #expect(RetryDecision.again != .stop)
  }
}
