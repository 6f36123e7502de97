import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct AfterTests {
  private let clock = ManualClock()

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
