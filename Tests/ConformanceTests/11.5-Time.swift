import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("11.5 `timeout(after:)`, `deadline`, `after`, `delay(by:)`", .hangLimit)
struct Timeout {
  private let clock = ManualClock()

  @Test(
    "11.5.1 If the promise settles within the limit, its timeout passes the outcome on unchanged"
  )
  func clause11_5_1() {
    expectStage(of: 1, gives: 1) { $0.timeout(after: .seconds(5), clock: clock) }
    expectStage(ofRejected: Broken(), throws: Broken()) { promise in
      promise.timeout(after: .seconds(5), clock: clock)
    }
  }

  @Test(
    "11.5.2 If the promise is pending at the limit, its timeout is rejected with `TimeoutError`"
  )
  func clause11_5_2() async {
    let source = Promise<Int>()
    let limited = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    await clock.waitForSleepers(1)
    #expect(limited.isPending)
    clock.advance(by: .seconds(1))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await limited.settled().get() }
  }

  @Test
  func `11.5.15 With orThrow, a timeout or deadline rejects with the given error instead`() async {
    let source = Promise<Int>()
    let instant = clock.now.advanced(by: .seconds(5))
    let limited = [
      source.timeout(after: .seconds(5), orThrow: Broken(number: 1), clock: clock),
      source.deadline(instant, orThrow: Broken(number: 2), clock: clock),
      source.timeout(after: .zero, orThrow: Broken(number: 3), clock: clock),
      source.timeout(after: .milliseconds(1), orThrow: Broken(number: 4)),
    ]
    await clock.waitForSleepers(2)

    clock.advance(by: .seconds(5))

    for (number, promise) in zip(1..., limited) {
      await #expect(throws: Broken(number: number)) { try await promise.settled().get() }
    }
    #expect(Promise(value: 1).timeout(after: .zero, orThrow: Broken()).got == 1)
  }

  @Test func `11.5.3 A timeout that expires detaches from its source`() async {
    let root = Promise<Int>()
    let stage = root.map { $0 }
    let watched = root.map { $0 }
    let sibling = watched.map { $0 }
    let limited = [stage, watched, root].map { $0.timeout(after: .seconds(5), clock: clock) }
    await clock.waitForSleepers(3)

    clock.advance(by: .seconds(5))
    for promise in limited { _ = await promise.settled() }

    #expect(stage.isDiscarded)
    #expect(watched.isPending)
    #expect(root.isPending)
    root.resolve(1)
    #expect(sibling.got == 1)
    #expect(limited.allSatisfy { $0.failure is TimeoutError })
  }

  @Test func `11.5.4 The timer ends as soon as the promise settles or is discarded`() async {
    let source = Promise<Int>()
    let other = Promise<Int>()
    let settled = source.timeout(after: .seconds(5), clock: clock)
    let discarded = other.timeout(after: .seconds(5), clock: clock)
    let settledManually = other.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(3)

    source.resolve(1)
    discarded.discard()
    settledManually.resolve(2)
    await clock.waitForSleepers(0)

    #expect(settled.got == 1)
    #expect(discarded.isDiscarded)
    #expect(settledManually.got == 2)
    #expect(other.isPending)
  }
}

// MARK: - Zero and excessive durations

extension Timeout {
  @Test func `11.5.5 Work that ignores being discarded does not delay its timeout`() async {
    let end = Promise<Int>()
    let work = Promise<Int> { await Task { try? await end.value }.value ?? 0 }
    let limited = work.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    #expect(await limited.settled().error is TimeoutError)
    #expect(end.isPending)
    end.resolve(1)
  }

  @Test(
    "11.5.6 With a limit of zero or less, a pending promise times out immediately",
    arguments: [.zero, .seconds(-1)] as [Duration]
  )
  func clause11_5_6(limit: Duration) {
    let work = Promise<Int>(discard: {})
    let limited = work.timeout(after: limit)

    #expect(limited.failure as? TimeoutError == TimeoutError(limit: limit))
    #expect(work.isDiscarded)
    #expect(Promise(value: 1).timeout(after: limit).got == 1)
  }

  @Test func `11.5.7 deadline is a timeout at an instant`() async {
    let deadline = clock.now.advanced(by: .seconds(5))
    let source = Promise<Int>()
    let first = source.deadline(deadline, clock: clock)
    clock.advance(by: .seconds(2))
    let second = source.deadline(deadline, clock: clock)
    let passed = Promise(value: 1).deadline(deadline, clock: clock)
    await clock.waitForSleepers(2)

    clock.advance(by: .seconds(3))
    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await first.settled().get() }
    await #expect(throws: TimeoutError(limit: .seconds(3))) { try await second.settled().get() }
    clock.advance(by: .seconds(1))
    let late = source.deadline(deadline, clock: clock)

    #expect(late.failure as? TimeoutError == TimeoutError(limit: .zero))
    #expect(passed.got == 1)
    #expect(source.isPending)
  }

  @Test func `11.5.16 TimeoutError names the promise that was waited for at the limit`() {
    let settled = Promise(value: 1)
    let first = Promise<Int>(file: "App/Loader.swift", line: 42).labeled("user 7")
    let second = Promise<Int>(file: "App/Loader.swift", line: 43)
    let page = settled.flatMap { _ in all(settled, first.map { $0 }, second) }.map(\.1)
    let limited = page.timeout(after: .zero)

    let origin = (limited.failure as? TimeoutError)?.waitedFor
    #expect(origin?.operator == "Promise")
    #expect(origin?.place.description == "App/Loader.swift:42")
    #expect(origin?.label == "user 7")
  }
}

// MARK: - Waiting

extension Timeout {
  @Test func `11.5.8 after is fulfilled after its delay`() async throws {
    let promise = after(.seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    await clock.waitForSleepers(1)
    #expect(promise.isPending)
    clock.advance(by: .seconds(1))

    try await promise.settled().get()
    #expect(after(.zero).isFulfilled)
    #expect(after(.seconds(-1), clock: clock).isFulfilled)
  }

  @Test func `11.5.9 Discarding after, or settling it explicitly, ends its timer`() async {
    let discarded = after(.seconds(5), clock: clock)
    let settled = after(.seconds(5), clock: clock)
    await clock.waitForSleepers(2)

    discarded.discard()
    settled.resolve()
    await clock.waitForSleepers(0)

    #expect(discarded.isDiscarded)
    #expect(settled.isFulfilled)
  }

  @Test(arguments: everyWay)
  func `11.5.10 delay passes the value on after its interval`(way: Way) async throws {
    let work = Promise<Int>(discard: {})
    let left = work.delay(by: .seconds(5), clock: clock)
    let delayed = way.resolve(1) { $0.delay(by: .seconds(5), clock: clock) }
    let discarded = way.resolve(1) { $0.delay(by: .seconds(5), clock: clock) }
    await clock.waitForSleepers(2)
    #expect(delayed.isPending)

    left.discard()
    discarded.discard()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))

    #expect(try await delayed.settled().get() == 1)
    #expect(work.isDiscarded)
  }

  @Test func `11.5.11 delay passes an error on immediately`() {
    expectStage(ofRejected: Broken(), throws: Broken()) { $0.delay(by: .seconds(5), clock: clock) }
  }

  @Test func `11.5.12 Time is measured from the call`() async throws {
    let source = Promise<Int>()
    let waits = after(.seconds(5), clock: clock)
    let limited = source.timeout(after: .seconds(5), clock: clock)
    let delayed = source.delay(by: .seconds(5), clock: clock)

    // The sleeps may not have begun yet.
    clock.advance(by: .seconds(5))

    try await waits.settled().get()
    #expect(await limited.settled().error is TimeoutError)
    source.resolve(1)
    await clock.waitForSleepers(1)
    #expect(delayed.isPending)
    clock.advance(by: .seconds(5))
    #expect(try await delayed.settled().get() == 1)
  }

  @Test(
    arguments: [.seconds(Int64.max), .seconds(Int64.min), .seconds(200 * 365 * 86_400)]
      as [Duration]
  )
  func `11.5.13 No duration is too long`(time: Duration) {
    let source = Promise<Int>()
    let never = ContinuousClock.now.advanced(by: time)
    let ends: [any Stage] = [
      after(time), Promise(value: 1).delay(by: time), source.timeout(after: time),
      source.deadline(never), after(time, clock: ManualClock()),
    ]

    for end in ends {
      #expect(end.isPending == (time > .zero))
      end.discard()
    }
  }

  @Test func `11.5.14 Timers on the continuous clock never fire early`() async throws {
    let called = ContinuousClock.now
    let time = Duration.milliseconds(2)
    let slow = after(time).map {
      // A timer that is due later does not wait for this handler.
      let ended = DispatchSemaphore(value: 0)
      after(time).observe { _ in ended.signal() }
      ended.wait()
    }

    try await slow.settled().get()

    #expect(ContinuousClock.now >= called.advanced(by: time).advanced(by: time))
  }
}
