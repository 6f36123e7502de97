import Foundation
import Pledge
import PledgeTestSupport
import PledgeTesting
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

@Suite(.hangLimit)
struct DelayTests {
  private let clock = ManualClock()

  @Test(arguments: [.zero, .seconds(-1)] as [Duration])
  func `with a delay of zero or less, the value is passed on immediately`(interval: Duration) {
    #expect(Promise(value: 2).delay(by: interval, clock: clock).got == 2)
  }

  @Test func `settling it manually ends the timer and releases the value`() async {
    let cage = Cage()
    let promise = Promise(value: cage.canary()).delay(by: .seconds(5), clock: clock).map { _ in 1 }
    await clock.waitForSleepers(1)

    promise.resolve(2)

    #expect(clock.sleepers == 0)
    #expect(cage.living == 0)
  }
}

@Suite(.hangLimit)
struct TimeoutTests {
  private let clock = ManualClock()

  @Test func `on the continuous clock, nothing is kept after the outcome or a discard`() async {
    // In a process of its own, because the timer is a promise while any test observes promises.
    await #expect(processExitsWith: .success) {
      for settles in [true, false] {
        let source = Promise<Int>()
        weak var kept: Promise<Int>?
        do {
          let promise = source.timeout(after: .seconds(3_600))
          kept = promise
          if settles { source.resolve(2) } else { promise.discard() }
          #expect(!promise.isPending)
        }
        #expect(kept == nil)
      }
    }
  }

  @Test func `a source that settles while the timer starts leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let cage = Cage()
      for number in 0..<2_000 {
        let source = Promise<Canary>()
        let promise = Locked<Promise<Canary>?>(nil)
        concurrently(2) { thread in
          if thread == 0 {
            source.resolve(cage.canary())
          } else {
            promise.value = source.timeout(after: .seconds(3_600))
          }
        }
        #expect(promise.value?.isPending == false, "\(number)")
        promise.value = nil
      }
      #expect(cage.living == 0)
    }
  }

  @Test func `the continuous clock is the default`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .nanoseconds(1))

    await #expect(throws: TimeoutError(limit: .nanoseconds(1))) { try await promise.value }
    #expect(source.isPending)
  }
}

@Suite(.hangLimit)
struct DeadlineTests {
  private let clock = ManualClock()
  private let source = Promise<Int>()
  private let deadline = ManualClock.Instant(offset: .seconds(5))

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

// Foundation exports a C function of the same name. It must not cause ambiguity.
@Suite(.hangLimit)
struct PollTests {
  private let clock = ManualClock()
  private let attempts = Log<Void>()

  /// Returns the number of the attempt.
  private var counting: @Sendable () throws -> Future<Int> {
    { [attempts] in
      attempts.add()
      return Promise(value: attempts.count)
    }
  }

  @Test func `a huge interval does not overflow`() {
    let promise = poll(every: .seconds(Int64.max), until: { $0 == 2 }, counting)

    #expect(promise.isPending)
    promise.discard()
  }

  @Test func `the values of past attempts are released`() async throws {
    let cage = Cage()
    let attempt: @Sendable () -> Future<Canary> = { Promise(value: cage.canary()) }
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in false }, attempt)
    for _ in 0..<10 {
      await clock.waitForSleepers(1)
      // The thread that ended an attempt releases its value a moment later.
      try await eventually { cage.living <= 1 }
      clock.advance(by: .seconds(1))
    }

    promise.discard()
    await clock.waitForSleepers(0)

    while cage.living > 0 { await Task.yield() }
    #expect(cage.living == 0)
  }
}

/// A closure with a capture list is where the compiler does not open an `any Clock<Duration>`, and
/// `clock` is also a function of C: if a parameter were `some Clock`, this file would not compile.
@Suite("A clock in a property")
struct StoredClockTests {
  let clock: any Clock<Duration> = ManualClock()
  let start = Promise(value: ())

  @Test func `can be passed on by its plain name`() async throws {
    let limited = start.timeout(after: .seconds(1), clock: clock)
    try await expectFulfilled(limited)
    try await expectFulfilled(after(.zero, clock: clock))
    try await expectFulfilled(start.delay(by: .zero, clock: clock))
    try await expectFulfilled(PromiseQueue(clock: clock).add { Promise(value: 1) })
  }

  @Test func `can be captured by a closure that returns a promise`() async throws {
    try await expectFulfilled(
      start.flatMap { [start, clock] in start.timeout(after: .seconds(1), clock: clock) }
    )
    try await expectFulfilled(
      start.flatMap { [start, clock] in start.delay(by: .zero, clock: clock) }
    )
    try await expectFulfilled(start.flatMap { [clock] in after(.zero, clock: clock) })
    try await expectFulfilled(start.flatMap { [clock] in retry(clock: clock) { after(.zero) } })
    try await expectFulfilled(
      start.flatMap { [clock] in hedge(after: .zero, clock: clock) { after(.zero) } }
    )
    try await expectFulfilled(
      start.flatMap { [clock] in
        poll(every: .zero, clock: clock, until: { $0 == 1 }) { Promise(value: 1) }
      }
    )
  }
}
