import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct RetryDecisionTests {
  private let clock = ManualClock()
  private let attempts = Log<Void>()

  @Test func `a success needs no decision`() {
    let promise = retry(next: { _ in .stop }, attempts.failing(0))

    #expect(promise.got == 1)
  }

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

  @Test func `is not asked after the last attempt or for a canceled one`() {
    let asked = Log<Void>()
    let next: @Sendable (any Error) -> RetryDecision = { _ in
      asked.add()
      return .again
    }

    #expect(retry(max: 3, next: next, attempts.failing(5)).failure is RetryError)
    #expect(asked.count == 2)
    let canceled = retry(next: next) { Promise<Int>(error: CancellationError()) }
    #expect(canceled.failure is CancellationError)
    #expect(asked.count == 2)
  }

  @Test func `is rejected if no attempt is allowed`() {
    #expect(retry(max: 0, next: { _ in .again }, attempts.failing(0)).failure is ArgumentError)
    #expect(attempts.count == 0)
  }

  @Test func `decisions are equal if they have the same effect`() {
    #expect(RetryDecision.again(after: .seconds(-1)) == .again(after: .zero))
    #expect(RetryDecision.again != .again(after: .zero))
    #expect(RetryDecision.again != .stop)
  }
}
