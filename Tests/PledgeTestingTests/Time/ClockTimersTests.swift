import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

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

@Suite(.hangLimit)
struct EarlyAdvancesTests {
  private enum Action: CaseIterable {
    case advance, advanceByZero, sleepOne, sleepThree
  }

  private let clock = ManualClock()

  @Test(arguments: Expectation.allCases)
  fileprivate func `a wait that times out names an advance that was early`(
    expectation: Expectation
  ) async {
    let line = #line + 1
    clock.advance(by: .seconds(5))
    let sleeper = await clock.sleeper(until: 10)
    let failures = await failures { try await expectation.fail(clock) }
    let hint = """
      advance(by: 5.0 seconds) at PledgeTestingTests/ClockTimersTests.swift:\(line) was early: \
      nothing was sleeping on the clock, and 1 sleeper has arrived since; await run(for:) instead, \
      or await waitForSleepers first
      """
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasSuffix("\n\(hint)") == true)
    sleeper.cancel()
  }

  @Test func `a wait that times out names a run that did not wait for a context`() async {
    let (context, attempts) = (ManualContext(), Log<Void>())
    let isDone: @Sendable () -> Bool = { attempts.count == 3 }
    let promise = poll(every: .seconds(1), clock: clock, until: isDone) {
      Promise(on: context) { attempts.add() }
    }
    context.runAll()
    let line = #line + 1
    await clock.run(for: .seconds(4))
    #expect(EarlyAdvances.hint.isEmpty)
    context.runAll()

    let failures = await failures { try await expectFulfilled(promise, within: .zero) }
    let hint = """
      run(for: 4.0 seconds) at PledgeTestingTests/ClockTimersTests.swift:\(line) left nothing \
      sleeping on the clock, and 1 sleeper has arrived since; a run does not wait for attempts and \
      handlers on queues and other contexts, or in Task { }: await waitForSleepers between runs
      """
    #expect(failures.first?.message.hasSuffix("\n\(hint)") == true)
    promise.discard()
  }

  fileprivate enum Expectation: CaseIterable {
    case settles, fulfilled, rejected, sleepers

    func fail(_ clock: ManualClock) async throws {
      let promise = Promise<Int>()
      switch self {
      case .settles: try await expectSettles(promise, within: .zero)
      case .fulfilled: try await expectFulfilled(promise, within: .zero)
      case .rejected: try await expectRejected(promise, with: Broken.self, within: .zero)
      case .sleepers: await clock.waitForSleepers(0, within: .zero)
      }
    }
  }

  @Test func `another outcome than the expected one has no hint`() async {
    clock.advance(by: .seconds(5))
    let sleeper = await clock.sleeper(until: 10)
    let failures = await failures { try await expectFulfilled(Promise<Int>(error: Broken())) }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("early") == false)
    sleeper.cancel()
  }

  @Test func `the clocks of other tests have no hint`() async {
    clock.advance(by: .seconds(5))
    let sleeper = await clock.sleeper(until: 10)
    #expect(!EarlyAdvances.hint.isEmpty)
    // A detached task belongs to no test.
    let hint = await Task.detached { EarlyAdvances.hint }.value
    #expect(!hint.contains("ClockTimersTests"))
    sleeper.cancel()
  }

  @Test func `a clock is forgotten when it is released`() {
    weak var sleepers: AnyObject?
    do {
      let clock = ManualClock()
      clock.advance(by: .seconds(5))
      sleepers = clock.state
      #expect(sleepers != nil)
    }
    #expect(sleepers == nil)
  }

  @Test func `there is a hint if something came after an early advance, and nothing woke since`()
    async
  {
    var sequences: [[Action]] = [[]]
    for _ in 0..<4 { sequences = sequences.flatMap { s in Action.allCases.map { s + [$0] } } }
    for sequence in sequences { await check(sequence) }
  }

  private func check(_ sequence: [Action]) async {
    let clock = ManualClock()
    var (now, isEarly, deadlines, tasks) = (0, false, [Int](), [Task<Void, any Error>]())
    for action in sequence {
      switch action {
      case .advance:
        if deadlines.isEmpty { isEarly = true }
        now += 1
        if deadlines.contains(where: { $0 <= now }) { isEarly = false }
        deadlines.removeAll { $0 <= now }
        clock.advance(by: .seconds(1))
      case .advanceByZero: clock.advance(by: .zero)
      case .sleepOne, .sleepThree:
        deadlines.append(now + (action == .sleepOne ? 1 : 3))
        tasks.append(await clock.sleeper(until: deadlines[deadlines.count - 1]))
      }
      let hint = EarlyAdvances.hint
      #expect(hint.isEmpty != (isEarly && !deadlines.isEmpty), "\(sequence)")
    }
    for task in tasks { task.cancel() }
    await clock.waitForSleepers(0)
  }
}
