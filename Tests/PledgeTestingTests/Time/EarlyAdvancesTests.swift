import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

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
      advance(by: 5.0 seconds) at PledgeTestingTests/EarlyAdvancesTests.swift:\(line) was early: \
      nothing was sleeping on the clock, and 1 sleeper has arrived since; await run(for:) instead, \
      or await waitForSleepers first
      """
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasSuffix("\n\(hint)") == true)
    sleeper.cancel()
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
    #expect(!hint.contains("EarlyAdvancesTests"))
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
