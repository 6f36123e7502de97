import Pledge
import PledgeTestSupport
import Testing

@Suite("11.10 `poll(every:until:)`", .hangLimit)
struct Poll {
  private let clock = ManualClock()
  private let log = Log<Int>()

  /// Returns the number of the attempt.
  private var attempt: @Sendable () throws -> Future<Int> {
    { [log] in
      log.add(log.entries.count + 1)
      return Promise(value: log.entries.count)
    }
  }

  @Test(
    "11.10.1 `poll` is fulfilled with the first value that meets the condition",
    arguments: [1, 2, 3]
  )
  func clause11_10_1(done: Int) async throws {
    let outcome = poll(every: .seconds(1), clock: clock, until: { $0 == done }, attempt)
    #expect(log.entries == [1])
    for _ in 1..<done {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
    }

    #expect(try await outcome.settled().get() == done)
    #expect(log.entries == Array(1...done))
  }

  @Test("11.10.2 The next attempt starts one interval after the previous attempt has ended")
  func clause11_10_2() async throws {
    let first = Promise<Int>()
    let attempt: @Sendable () -> Future<Int> = { [log] in
      log.add(1)
      return log.entries.count == 1 ? first : Promise(value: 2)
    }
    let outcome = poll(every: .seconds(5), clock: clock, until: { $0 == 2 }, attempt)
    clock.advance(by: .seconds(20))

    first.resolve(1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    await clock.waitForSleepers(1)
    #expect(log.entries.count == 1)
    clock.advance(by: .seconds(1))

    #expect(try await outcome.settled().get() == 2)
  }

  @Test func `11.10.3 A rejection ends poll`() {
    let rejected: @Sendable () -> Future<Int> = { Promise(error: Broken()) }
    let throwing: @Sendable () throws -> Future<Int> = { throw Broken() }
    let outcomes = [
      poll(every: .seconds(1), clock: clock, until: { _ in false }, rejected),
      poll(every: .seconds(1), clock: clock, until: { _ in false }, throwing),
      poll(every: .seconds(1), clock: clock, until: { _ in throw Broken() }, attempt),
    ]

    #expect(outcomes.allSatisfy { $0.failure is Broken })
  }

  @Test func `11.10.4 Discarding poll discards the running attempt, and no other attempt starts`() {
    let work = Promise<Int>(discard: {})
    let attempt: @Sendable () -> Future<Int> = { [log] in
      log.add(1)
      return work
    }
    let outcome = poll(every: .seconds(1), clock: clock, until: { _ in false }, attempt)

    outcome.discard()

    #expect(work.isDiscarded)
    #expect(outcome.isDiscarded)
    #expect(log.entries == [1])
  }

  @Test func `11.10.5 Discarding poll between attempts ends the wait`() async {
    let outcome = poll(every: .seconds(1), clock: clock, until: { _ in false }, attempt)
    await clock.waitForSleepers(1)

    outcome.discard()
    await clock.waitForSleepers(0)
    clock.advance(by: .seconds(10))

    #expect(outcome.isDiscarded)
    #expect(log.entries == [1])
  }

  @Test func `11.10.6 A negative interval is rejected with ArgumentError`() {
    let outcome = poll(every: .nanoseconds(-1), clock: clock, until: { _ in true }, attempt)

    #expect(outcome.failure is ArgumentError)
    #expect(log.entries == [])
  }

  @Test func `11.10.7 With an interval of zero, poll also returns after the first attempt`() async {
    let second = Promise<Void>()
    let operation: @Sendable () throws -> Future<Int> = { [log, attempt] in
      if log.entries.count == 1 { second.resolve() }
      return try attempt()
    }
    let outcome = poll(every: .zero, until: { _ in false }, operation)

    _ = await second.settled()
    outcome.discard()

    #expect(outcome.isDiscarded)
  }
}
