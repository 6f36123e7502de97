import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct TimeoutTests {
  private let clock = ManualClock()

  @Test func `an outcome within the limit is passed on`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    source.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `a rejection within the limit is passed on`() {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)

    source.reject(Broken())

    #expect(promise.broken == Broken())
  }

  @Test func `a settled promise is passed on immediately and starts no timer`() {
    let promise = Promise(value: 2).timeout(after: .zero, clock: clock)

    #expect(promise.got == 2)
    #expect(clock.sleepers == 0)
  }

  @Test func `at the limit, it is rejected with a TimeoutError`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await promise.value }
    #expect(source.isPending)
  }

  @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min)] as [Duration])
  func `with a limit of zero or less, it is rejected immediately`(limit: Duration) {
    let source = Promise<Int>()
    let promise = source.timeout(after: limit, clock: clock)

    #expect(promise.failure as? TimeoutError == TimeoutError(limit: limit))
    #expect(source.isPending)
    #expect(clock.sleepers == 0)
  }

  @Test func `with a limit of zero, the work is discarded`() {
    let work = Promise<Int>(discard: {})

    #expect(work.timeout(after: .zero, clock: clock).failure is TimeoutError)
    #expect(work.isDiscarded)
  }

  @Test func `a huge limit does not overflow`() async {
    let source = Promise<Int>()
    let promises = [
      source.timeout(after: .seconds(Int64.max), clock: clock),
      source.timeout(after: .seconds(Int64.max)),
    ]
    await clock.waitForSleepers(1)

    source.resolve(2)

    #expect(promises.map(\.got) == [2, 2])
    #expect(clock.sleepers == 0)
  }

  @Test func `the limit counts from the call`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)

    // The sleep may not have begun yet.
    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await promise.value }
    #expect(source.isPending)
  }

  @Test func `at the limit, work that ignores its discard does not delay the rejection`() async {
    let ended = Promise<Int>()
    let work = Promise<Int> {
      // This task ignores cancellation.
      await Task { try? await ended.value }.value ?? 0
    }
    let promise = work.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await promise.value }
    #expect(work.isDiscarded)
    #expect(ended.isPending)
    ended.resolve(1)
  }

  @Test func `a clock that fails rejects it`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: BrokenClock())

    await #expect(throws: Broken()) { try await promise.value }
    #expect(source.isPending)
  }

  @Test func `settling it manually ends the timer but not the work`() async {
    let work = Promise<Int>(discard: {})
    let promise = work.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    promise.resolve(2)

    #expect(clock.sleepers == 0)
    #expect(work.isDiscarded)
  }

  @Test func `at the limit, work without other consumers is discarded`() async {
    let source = Promise<Int>(discard: {})
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError.self) { try await promise.value }
    #expect(source.isDiscarded)
  }

  @Test func `at the limit, work with other consumers continues`() async {
    let source = Promise<Int>(discard: {})
    let other = source.map { $0 }
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError.self) { try await promise.value }
    source.resolve(2)
    #expect(other.got == 2)
  }

  @Test func `the timer is released with the outcome`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    source.resolve(2)

    #expect(promise.got == 2)
    #expect(clock.sleepers == 0)
  }

  @Test func `discarding it ends the timer and discards the work`() async {
    let source = Promise<Int>(discard: {})
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    promise.discard()

    #expect(clock.sleepers == 0)
    #expect(source.isDiscarded)
    #expect(promise.isDiscarded)
  }

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
