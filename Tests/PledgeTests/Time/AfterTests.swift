import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct AfterTests {
  private let clock = ManualClock()

  @Test func `is fulfilled after the delay`() async throws {
    let promise = after(.seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    #expect(promise.isPending)
    clock.advance(by: .seconds(1))

    try await promise.value
  }

  @Test func `the delay counts from the call`() async throws {
    let promise = after(.seconds(5), clock: clock)

    // The sleep may not have begun yet.
    clock.advance(by: .seconds(5))

    try await promise.value
    #expect(clock.sleepers == 0)
  }

  @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min)] as [Duration])
  func `with a delay of zero or less, it is fulfilled immediately`(delay: Duration) {
    #expect(after(delay, clock: clock).isFulfilled)
    #expect(after(delay).isFulfilled)
  }

  @Test func `a huge delay does not overflow`() async {
    let promises = [after(.seconds(Int64.max), clock: clock), after(.seconds(Int64.max))]
    await clock.waitForSleepers(1)

    for promise in promises {
      #expect(promise.isPending)
      promise.discard()
    }

    #expect(clock.sleepers == 0)
  }

  @Test func `discarding it ends the timer`() async {
    let promise = after(.seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    promise.discard()

    #expect(clock.sleepers == 0)
    #expect(promise.isDiscarded)
  }

  @Test func `settling it manually ends the timer`() async {
    let promise = after(.seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    promise.resolve()

    #expect(clock.sleepers == 0)
    #expect(promise.isFulfilled)
  }

  @Test func `it ends with its last consumer`() async {
    let promise = after(.seconds(5), clock: clock)
    let (one, other) = (promise.map {}, promise.map {})
    await clock.waitForSleepers(1)

    one.discard()
    #expect(promise.isPending)
    other.discard()

    #expect(promise.isDiscarded)
    #expect(clock.sleepers == 0)
  }

  @Test func `a clock that fails rejects it`() async {
    await #expect(throws: Broken()) { try await after(.seconds(1), clock: BrokenClock()).value }
  }

  @Test func `the continuous clock is the default`() async throws {
    try await after(.nanoseconds(1)).value
    // Completion is the assertion.
  }

  @Test func `other clocks with continuous time are used directly`() async throws {
    await #expect(throws: Broken()) {
      try await after(.seconds(1), clock: FailingClock()).value
    }
    try await after(.nanoseconds(1), clock: SuspendingClock()).value
  }
}

/// A clock whose sleep always throws.
struct BrokenClock: Clock {
  var now: ManualClock.Instant { ManualClock.Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until _: ManualClock.Instant, tolerance _: Duration?) async throws {
    throw Broken()
  }
}
