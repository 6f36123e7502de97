import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct WorldClockTests {
  @Test func `timers fire in the order of their deadlines, at their time`() throws {
    let report = try explore { world in
      let log = Log<Duration>()
      for seconds in [3, 1, 2] {
        after(.seconds(seconds), clock: world.clock).observe { _ in log.add(world.clock.now.offset)
        }
      }
      world.run()
      world.expect(log.entries == [.seconds(1), .seconds(2), .seconds(3)])
    }
    #expect(report.tried == 1)
  }

  @Test func `timers with equal deadlines fire in any order`() throws {
    let report = try explore { world in
      for _ in 1...3 { after(.seconds(1), clock: world.clock).ignoringErrors() }
      world.run()
    }
    #expect(report.tried == 6)
  }

  @Test func `a timer is as late as an answer likes`() throws {
    let results = Log<Bool>()
    let report = try explore { world in
      let answer = world.pending(Int.self, .value(1), .never)
        .timeout(after: .seconds(1), clock: world.clock)
      answer.ignoringErrors()
      world.run()
      results.add(answer.isFulfilled)
    }
    // The answer comes first and stops the timer, or the limit ends the wait for the answer.
    #expect(report.tried == 2)
    #expect(results.entries == [true, false])
  }

  @Test func `a timer that was stopped does not fire`() throws {
    let report = try explore { world in
      after(.seconds(1), clock: world.clock).discard()
      world.run()
      world.expect(world.clock.now.offset == .zero)
    }
    #expect(report.tried == 1)
  }

  @Test func `timed operations need no task`() throws {
    let report = try explore { world in
      let attempts = Locked(0)
      let clock = world.clock
      retry(max: 3, backoff: .constant(.seconds(2)), clock: clock) { () -> Promise<Int> in
        attempts.withLock { $0 += 1 }
        return attempts.value < 3
          ? Promise(error: Broken()) : Promise(value: 1).delay(by: .seconds(1), clock: clock)
      }
      .ignoringErrors()
      world.run()
      world.expect(attempts.value == 3)
      world.expect(clock.now.offset == .seconds(5), "\(clock.now.offset)")
    }
    #expect(report.tried == 1)
  }

  @Test(arguments: OtherClock.allCases)
  fileprivate func `a timer on another clock fails the ordering`(program: OtherClock) {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        program.run(world)
        world.run()
      }
    }
    let problem = "a timer runs on a clock outside the world: pass world.clock"
    #expect(error?.problems.contains(problem) == true)
  }

  fileprivate enum OtherClock: CaseIterable {
    case pause, delay

    func run(_ world: Exploration.World) {
      switch self {
      case .pause: after(.seconds(50)).discard()
      case .delay: world.pending(Int.self, .value(1)).delay(by: .seconds(50)).ignoringErrors()
      }
    }
  }

  @Test func `a delay of zero needs no clock`() throws {
    let report = try explore { world in
      world.pending(Int.self, .value(1)).delay(by: .zero).ignoringErrors()
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a task cannot sleep on it`() async {
    let sleepers = Log<Task<Void, any Error>>()
    let clocks = Log<WorldClock>()
    _ = try? explore { world in
      clocks.add(world.clock)
      world.run()
    }
    for clock in clocks.entries { sleepers.add(Task { try await clock.sleep(for: .seconds(1)) }) }
    for sleeper in sleepers.entries {
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(clocks.entries.map(\.minimumResolution) == [.zero])
  }
}
