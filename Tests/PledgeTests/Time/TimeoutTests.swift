import Pledge
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimeoutTests {
  private let clock = ManualClock()

  @Test func `an outcome within the limit passes`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(4))
    source.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `a rejection within the limit passes`() {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)

    source.reject(Broken())

    #expect(promise.broken == Broken())
  }

  @Test func `a settled promise passes at once and starts no timer`() {
    let promise = Promise(value: 2).timeout(after: .zero, clock: clock)

    #expect(promise.got == 2)
    #expect(clock.sleepers == 0)
  }

  @Test func `at the limit it is rejected with the limit`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await promise.value }
    #expect(source.isPending)
  }

  @Test func `without any time it is rejected`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .zero, clock: clock)

    await #expect(throws: TimeoutError(limit: .zero)) { try await promise.value }
    #expect(source.isPending)
  }

  @Test func `with less than no time it is rejected`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .seconds(-1), clock: clock)

    await #expect(throws: TimeoutError(limit: .seconds(-1))) { try await promise.value }
    #expect(source.isPending)
  }

  @Test func `at the limit, work that nobody else waits for is discarded`() async {
    let source = Promise<Int>(discard: {})
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError.self) { try await promise.value }
    #expect(source.isDiscarded)
  }

  @Test func `at the limit, work that somebody else waits for goes on`() async {
    let source = Promise<Int>(discard: {})
    let other = source.map { $0 }
    let promise = source.timeout(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    await #expect(throws: TimeoutError.self) { try await promise.value }
    source.resolve(2)
    #expect(other.got == 2)
  }

  @Test func `the timer goes with the outcome`() async {
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

  @Test func `the continuous clock is the default`() async {
    let source = Promise<Int>()
    let promise = source.timeout(after: .zero)

    await #expect(throws: TimeoutError.self) { try await promise.value }
    #expect(source.isPending)
  }
}
