import Pledge
import PledgeTestSupport
import Testing

// Foundation exports a C function of the same name. It must not cause ambiguity.
@Suite(.timeLimit(.minutes(60)))
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

  @Test func `a first value that is acceptable is returned immediately`() {
    let promise = poll(every: .seconds(1), clock: clock, until: { $0 == 1 }, counting)

    #expect(promise.got == 1)
    #expect(clock.sleepers == 0)
  }

  @Test func `polls again after the interval`() async throws {
    let promise = poll(every: .seconds(5), clock: clock, until: { $0 == 3 }, counting)

    await clock.waitForSleepers(1)
    #expect(attempts.count == 1)
    clock.advance(by: .seconds(4))
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
    #expect(attempts.count == 2)
    clock.advance(by: .seconds(5))

    #expect(try await promise.value == 3)
    #expect(attempts.count == 3)
  }

  @Test func `the interval counts from the end of an attempt`() async throws {
    let answers = [Promise<Int>(), Promise<Int>()]
    let attempt: @Sendable () -> Future<Int> = { [attempts] in
      attempts.add()
      return answers[attempts.count - 1]
    }
    let promise = poll(every: .seconds(5), clock: clock, until: { $0 == 2 }, attempt)
    clock.advance(by: .seconds(10))
    #expect(attempts.count == 1)

    answers[0].resolve(1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await clock.waitForSleepers(0)
    answers[1].resolve(2)

    #expect(try await promise.value == 2)
  }

  @Test func `a rejection ends it`() {
    let attempt: @Sendable () -> Future<Int> = { Promise(error: Broken()) }
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in true }, attempt)

    #expect(promise.broken == Broken())
  }

  @Test func `an operation that throws ends it`() {
    let attempt: @Sendable () throws -> Future<Int> = { throw Broken() }
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in true }, attempt)

    #expect(promise.broken == Broken())
  }

  @Test func `a condition that throws ends it`() {
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in throw Broken() }, counting)

    #expect(promise.broken == Broken())
    #expect(attempts.count == 1)
  }

  @Test func `a negative interval is rejected`() {
    let promise = poll(every: .seconds(-1), clock: clock, until: { $0 == 1 }, counting)

    #expect(promise.failure is ArgumentError)
    #expect(attempts.count == 0)
  }

  @Test func `a huge interval does not overflow`() {
    let promise = poll(every: .seconds(Int64.max), until: { $0 == 2 }, counting)

    #expect(promise.isPending)
    promise.discard()
  }

  @Test func `without an interval, it still returns and can be discarded`() async {
    let promise = poll(every: .zero, clock: clock, until: { _ in false }, counting)
    #expect(promise.isPending)

    while attempts.count < 10 { await Task.yield() }
    promise.discard()

    #expect(promise.isDiscarded)
  }

  @Test func `many attempts without an interval come to an end`() async throws {
    let promise = poll(every: .zero, until: { $0 == 2_000 }, counting)

    #expect(try await promise.value == 2_000)
  }

  @Test func `discarding it discards the attempt and starts no other`() {
    let work = Promise<Int>(discard: {})
    let attempt: @Sendable () -> Future<Int> = { [attempts] in
      attempts.add()
      return work
    }
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in true }, attempt)

    promise.discard()

    #expect(work.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test func `discarding it ends the wait and starts no other attempt`() async {
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in false }, counting)
    await clock.waitForSleepers(1)

    promise.discard()

    #expect(clock.sleepers == 0)
    clock.advance(by: .seconds(1))
    #expect(promise.isDiscarded)
    #expect(attempts.count == 1)
  }

  @Test func `a clock that fails rejects it`() async {
    let promise = poll(every: .seconds(1), clock: BrokenClock(), until: { _ in false }, counting)

    await #expect(throws: Broken()) { try await promise.value }
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
