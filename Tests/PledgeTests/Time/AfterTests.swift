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

  @Test func `a clock that fails rejects whatever waits for it, and ends the work`() async {
    let (clock, source, work) = (BrokenClock(), Promise<Int>(), Work())
    let attempts = Log<Void>()
    let waits = [
      after(.seconds(1), clock: clock).map { 0 },
      Promise(value: 2).delay(by: .seconds(1), clock: clock),
      source.timeout(after: .seconds(1), clock: clock),
      retry(backoff: .constant(.seconds(1)), clock: clock, attempts.failing(3)),
      hedge(after: .seconds(1), clock: clock) { work.start(1) },
      poll(every: .seconds(1), clock: clock, until: { _ in false }, { Promise(value: 2) }),
    ]

    for wait in waits { await #expect(throws: Broken()) { try await wait.value } }
    #expect(source.isPending)
    #expect(attempts.count == 1)
    while !work[1].isDiscarded { await Task.yield() }
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
