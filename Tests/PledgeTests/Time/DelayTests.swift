import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct DelayTests {
  private let clock = ManualClock()
  private let source = Promise<Int>()

  @Test func `the value is passed on after the delay`() async throws {
    let promise = source.delay(by: .seconds(5), clock: clock)
    clock.advance(by: .seconds(10))

    source.resolve(2)
    await clock.waitForSleepers(1)
    #expect(promise.isPending)
    clock.advance(by: .seconds(5))

    #expect(try await promise.value == 2)
  }

  @Test func `an existing value is delayed, too`() async throws {
    let promise = Promise(value: 2).delay(by: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)
    #expect(promise.isPending)

    clock.advance(by: .seconds(5))

    #expect(try await promise.value == 2)
  }

  @Test func `an error is passed on immediately`() {
    let promise = source.delay(by: .seconds(5), clock: clock)

    source.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(clock.sleepers == 0)
  }

  @Test(arguments: [.zero, .seconds(-1)] as [Duration])
  func `with a delay of zero or less, the value is passed on immediately`(interval: Duration) {
    #expect(Promise(value: 2).delay(by: interval, clock: clock).got == 2)
  }

  @Test func `a huge delay does not overflow`() {
    let promise = Promise(value: 2).delay(by: .seconds(Int64.max))

    #expect(promise.isPending)
    promise.discard()
  }

  @Test func `discarding it while it waits for the value does not affect the source`() {
    let work = Promise<Int>(discard: {})

    work.delay(by: .seconds(5), clock: clock).discard()

    #expect(work.isDiscarded)
  }

  @Test func `discarding it while it waits for the time ends the timer`() async {
    let promise = Promise(value: 2).delay(by: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    promise.discard()

    #expect(clock.sleepers == 0)
    #expect(promise.isDiscarded)
  }

  @Test func `settling it manually ends the timer and releases the value`() async {
    let cage = Cage()
    let promise = Promise(value: cage.canary()).delay(by: .seconds(5), clock: clock).map { _ in 1 }
    await clock.waitForSleepers(1)

    promise.resolve(2)

    #expect(clock.sleepers == 0)
    #expect(cage.living == 0)
  }

  @Test func `a clock that fails rejects it`() async {
    let promise = Promise(value: 2).delay(by: .seconds(1), clock: BrokenClock())

    await #expect(throws: Broken()) { try await promise.value }
  }
}
