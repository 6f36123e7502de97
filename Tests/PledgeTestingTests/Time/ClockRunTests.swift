import Dispatch
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.serialized, .hangLimit)
struct ClockRunTests {
  private let clock = ManualClock()

  // MARK: Operators

  @Test func `the attempts of a retry follow each other, in one run or in several`() async throws {
    try await repeatedly { clock in
      for seconds in [[2], [1, 1], [1, 0, 1]] {
        let times = Log<Duration>()
        let start = clock.now
        let user = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock) {
          times.add(start.duration(to: clock.now))
          return times.count > 2 ? Promise(value: 1) : Promise(error: Broken())
        }
        for seconds in seconds { await clock.run(for: .seconds(seconds)) }
        #expect(user.isFulfilled)
        #expect(times.entries == [.zero, .seconds(1), .seconds(2)])
      }
    }
  }

  @Test func `each timeout of a chain ends at its own time`() async throws {
    try await repeatedly { clock in
      let silence = Promise<Int>.never()
      let user =
        silence
        .timeout(after: .seconds(1), clock: clock)
        .flatMapError { _ in Promise<Int>.never().timeout(after: .seconds(2), clock: clock) }
        .flatMapError { _ in after(.seconds(3), clock: clock).map { 3 } }
      await clock.run(for: .milliseconds(5_999))
      expectPending(user)
      await clock.run(for: .milliseconds(1))
      #expect(user.got == 3)
    }
  }

  // MARK: Tasks

  @Test func `a task that is about to sleep is waited for`() async throws {
    try await repeatedly { clock in
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.run(for: .seconds(1), within: .seconds(600))
      try await task.value
      #expect(clock.now.offset == .seconds(1))
    }
  }

  // MARK: Discarding

  @Test func `a discarded timer neither fires nor is waited for`() async {
    let fired = Log<Int>()
    let timers = (0..<3).map { number in
      let timer = after(.seconds(1), clock: clock)
      timer.observe { if case .success = $0 { fired.add(number) } }
      return timer
    }
    after(.milliseconds(500), clock: clock).observe { _ in timers[0].discard() }
    timers[1].observe { _ in timers[2].discard() }
    await clock.run(for: .seconds(2))
    // The last one was due at the same time as the one whose handler has discarded it.
    #expect(fired.entries == [1])
    #expect(timers[2].isRejected)
  }

  @Test func `timers may be discarded by other threads while the clock runs`() async throws {
    try await repeatedly { clock in
      let kept = after(.seconds(2), clock: clock)
      let timers = (0..<8).map { after(.seconds($0 % 3), clock: clock) }
      async let discards: Void = onDetachedThread {
        concurrently(timers.count) { timers[$0].discard() }
      }
      await clock.run(for: .seconds(2))
      await discards
      #expect(kept.isFulfilled)
      #expect(timers.allSatisfy { !$0.isPending })
      #expect(clock.sleepers == 0)
    }
  }

  // MARK: Time

  @Test func `sleepers beyond the end stay asleep, and the clock stands at the end`() async {
    let timer = after(.seconds(3), clock: clock)
    await clock.run(for: .seconds(1))
    await clock.run(for: .zero)
    #expect(clock.now.offset == .seconds(1))
    #expect(clock.sleepers == 1)
    expectPending(timer)
    timer.discard()
  }

  @Test func `it waits for the handlers of timers that an advance has woken`() async throws {
    try await repeatedly { clock in
      let user = after(.seconds(1), clock: clock).flatMap { after(.seconds(1), clock: clock) }
      clock.advance(by: .seconds(1))
      await clock.run(for: .seconds(1))
      #expect(user.isFulfilled)
    }
  }

  @Test func `several runs may overlap`() async throws {
    try await repeatedly { clock in
      let timers = (1...4).map { after(.seconds($0), clock: clock) }
      // If one run ends before the other begins, something must still sleep.
      let last = after(.seconds(100), clock: clock)
      async let first: Void = clock.run(for: .seconds(4))
      async let second: Void = clock.run(for: .seconds(4))
      _ = await (first, second)
      #expect(timers.allSatisfy { $0.isFulfilled })
      #expect(clock.now.offset >= .seconds(4))
      last.discard()
    }
  }

  @Test func `running backward fails the test and does not change the time`() async {
    let failures = await failures { await clock.run(for: .seconds(-1)) }
    #expect(failures.map(\.message) == ["run(for: -1.0 seconds): time goes forward only"])
    #expect(clock.now.offset == .zero)
  }

  // MARK: Failures

  @Test func `running while nothing sleeps fails the test`() async {
    let line = #line + 1
    let failures = await failures { await clock.run(for: .seconds(5), within: .milliseconds(1)) }
    let message = """
      run(for: 5.0 seconds): the clock advanced while nothing was sleeping; no sleeper came within \
      0.001 seconds
      """
    #expect(failures == [Failure(message, line: line)])
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `running for no time needs no sleeper`() async {
    await clock.run(for: .zero, within: .zero)
    #expect(clock.now.offset == .zero)
  }

  // On the main actor, and without load, because the handler may have the only thread of tasks.
  @Test @MainActor func `a handler that does not return fails the test`() async {
    let (entered, left) = (Promise<Void>(), DispatchSemaphore(value: 0))
    after(.seconds(1), clock: clock).observe { _ in
      entered.resolve()
      left.wait()
    }
    let failures = await failures {
      await clock.run(for: .seconds(5), within: .milliseconds(1))
    }
    left.signal()
    let message = """
      run(for: 5.0 seconds): the handlers of timers did not return within 0.001 seconds
      """
    #expect(failures.map(\.message) == [message])
    #expect(clock.now.offset == .seconds(5))
    await clock.run(for: .zero)
    #expect(entered.isFulfilled)
  }

  @Test func `a poll without an interval ends a run at the limit`() async {
    let isDone = Locked(false)
    let isEnough: @Sendable (Bool) -> Bool = { $0 }
    let done = poll(every: .zero, clock: clock, until: isEnough) {
      Promise(value: isDone.withLock { $0 })
    }
    let failures = await failures {
      await clock.run(for: .seconds(5), within: .milliseconds(1))
    }
    #expect(failures.count == 1)
    isDone.withLock { $0 = true }
    await clock.run(for: .zero)
    #expect(done.isFulfilled)
  }

  @Test func `a task that is canceled stops waiting, and the clock advances`() async {
    let failures = await failures {
      try await cancelledTask { [clock] in await clock.run(for: .seconds(1)) }.value
    }
    let message = """
      run(for: 1.0 seconds): the clock advanced while nothing was sleeping; no sleeper came before \
      the task was canceled
      """
    #expect(failures.map(\.message) == [message])
    #expect(clock.now.offset == .seconds(1))
  }
}
