import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct DeadlineTests {
  private let clock = ManualClock()
  private let source = Promise<Int>()
  private let deadline = ManualClock.Instant(offset: .seconds(5))

  @Test(arguments: [5, 6])
  func `with a past deadline, a pending promise is rejected immediately`(seconds: Int) {
    let work = Promise<Int>(discard: {})
    clock.advance(by: .seconds(seconds))

    let promise = work.deadline(deadline, clock: clock)

    #expect(promise.failure as? TimeoutError == TimeoutError(limit: .zero))
    #expect(work.isDiscarded)
    #expect(clock.sleepers == 0)
  }

  @Test func `with a past deadline, a settled promise is passed on`() {
    clock.advance(by: .seconds(6))

    #expect(Promise(value: 2).deadline(deadline, clock: clock).got == 2)
    #expect(Promise<Int>(error: Broken()).deadline(deadline, clock: clock).broken == Broken())
  }

  @Test func `the continuous clock is the default`() async {
    let promise = source.deadline(.now + .nanoseconds(1))

    await #expect(throws: TimeoutError.self) { try await promise.value }
  }
}
