import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit)
struct ClockTimersTests {
  private let clock = ManualClock()

  @Test func `a timed operation sleeps when its call returns`() async throws {
    let limited = Promise<Int>.never().timeout(after: .seconds(2), clock: clock)
    let delayed = Promise(value: 1).delay(by: .seconds(1), clock: clock)
    #expect(clock.sleepers == 2)

    clock.advance(by: .seconds(1))
    #expect(clock.sleepers == 1)
    #expect(try await delayed.value == 1)
    expectPending(limited)

    clock.advance(by: .seconds(1))
    #expect(clock.sleepers == 0)
    try await expectRejected(limited, with: TimeoutError.self)
  }

  @Test func `a timer keeps its clock until it ends`() async throws {
    weak var kept: ManualClock?
    let limited: Promise<Int> = {
      let clock = ManualClock()
      kept = clock
      return Promise<Int>.never().timeout(after: .seconds(2), clock: clock)
    }()
    #expect(limited.isPending)
    kept?.advance(by: .seconds(2))
    try await expectRejected(limited, with: TimeoutError.self)
    while kept != nil { await Task.yield() }
    #expect(kept == nil)
  }

  @Test func `handlers do not run inside the handler that advances the clock`() async {
    let log = Log<String>()
    after(.seconds(1), clock: clock).observe { [clock] _ in
      log.add("begin at \(clock.now.offset)")
      after(.seconds(1), clock: clock).observe { _ in log.add("next at \(clock.now.offset)") }
      clock.advance(by: .seconds(1))
      log.add("end")
    }
    await clock.run(for: .seconds(2))
    #expect(log.entries == ["begin at 1.0 seconds", "end", "next at 2.0 seconds"])
  }

  @Test func `timers fire by deadline, then in the order of their calls`() async {
    let log = Log<String>()
    for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("c'", 3), ("a'", 1)] {
      after(.seconds(seconds), clock: clock).observe { _ in log.add(name) }
    }
    for _ in 1...3 { clock.advance(by: .seconds(1)) }
    await clock.run(for: .zero)
    #expect(log.entries == ["a", "a'", "b", "c", "c'"])
  }

  @Test func `few tasks fire many timers`() async {
    let tasks = Log<Int>()
    for _ in 0..<400 {
      after(.seconds(1), clock: clock).observe { _ in tasks.add(currentTask()) }
    }
    await clock.run(for: .seconds(1))
    let entries = tasks.entries
    let turns = 1 + zip(entries, entries.dropFirst()).count { $0 != $1 }
    #expect(entries.count == 400)
    #expect(turns <= 7)
  }

  @Test func `timers may start, fire, and be discarded on several threads`() async {
    let timers = Log<Promise<Void>>()
    await onDetachedThread { [clock] in
      concurrently(400) { number in
        let timer = after(.seconds(number % 20), clock: clock)
        timers.add(timer)
        if number.isMultiple(of: 3) { timer.discard() }
        clock.advance(by: .milliseconds(10))
      }
    }
    clock.advance(by: .seconds(20))
    await clock.run(for: .zero)
    #expect(timers.count == 400)
    #expect(timers.entries.allSatisfy { !$0.isPending })
    #expect(clock.sleepers == 0)
  }
}

/// The identity of the running task; one that has ended may have had the same.
private func currentTask() -> Int {
  unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
}
