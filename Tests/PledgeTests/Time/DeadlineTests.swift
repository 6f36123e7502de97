import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct DeadlineTests {
  private let clock = ManualClock()
  private let source = Promise<Int>()
  private let deadline = ManualClock.Instant(offset: .seconds(5))

  @Test func `an outcome before the deadline is passed on`() {
    let promise = source.deadline(deadline, clock: clock)
    clock.advance(by: .seconds(4))

    source.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `a rejection before the deadline is passed on`() {
    let promise = source.deadline(deadline, clock: clock)

    source.reject(Broken())

    #expect(promise.broken == Broken())
  }

  @Test func `at the deadline, it is rejected with the time remaining at the call`() async {
    clock.advance(by: .seconds(2))
    let promise = source.deadline(deadline, clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(3))

    await #expect(throws: TimeoutError(limit: .seconds(3))) { try await promise.value }
    #expect(source.isPending)
  }

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

  @Test func `several promises may share a deadline`() async {
    let first = source.deadline(deadline, clock: clock)
    clock.advance(by: .seconds(3))
    let second = source.deadline(deadline, clock: clock)
    await clock.waitForSleepers(2)

    clock.advance(by: .seconds(2))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await first.value }
    await #expect(throws: TimeoutError(limit: .seconds(2))) { try await second.value }
  }

  @Test func `discarding it ends the timer and discards the work`() async {
    let work = Promise<Int>(discard: {})
    let promise = work.deadline(deadline, clock: clock)
    await clock.waitForSleepers(1)

    promise.discard()

    #expect(clock.sleepers == 0)
    #expect(work.isDiscarded)
  }

  @Test func `the continuous clock is the default`() async {
    let promise = source.deadline(.now + .nanoseconds(1))

    await #expect(throws: TimeoutError.self) { try await promise.value }
  }

  @Test func `distant deadlines do not overflow`() {
    let now = ContinuousClock.now
    let future = source.deadline(now.advanced(by: .seconds(Int64.max)))
    let past = source.deadline(now.advanced(by: .seconds(Int64.min)))
    let beginning = ManualClock.Instant(offset: .seconds(Int64.min))
    clock.advance(by: .seconds(1))

    #expect(future.isPending)
    #expect(past.failure is TimeoutError)
    #expect(source.deadline(beginning, clock: clock).failure is TimeoutError)
    future.discard()
  }
}
