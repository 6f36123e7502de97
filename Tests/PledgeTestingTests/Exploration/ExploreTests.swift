import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

struct ExploreTests {
  private struct Refused: Error {}

  /// A program of two answers that fails if the second one comes first.
  static func fails(_ world: Exploration.World) {
    let log = Log<String>()
    for name in ["a", "b"] {
      world.pending(Void.self, .value(()), label: name).observe { _ in log.add(name) }
    }
    world.run()
    #expect(log.entries == ["a", "b"])
  }

  /// The line of the expectation.
  private static let line = #line - 4

  @Test func `every ordering is tried once`() throws {
    let orderings = Log<[String]>()
    let report = try explore { world in
      let log = Log<String>()
      for name in ["a", "b", "c"] { world.context(name).run { log.add(name) } }
      world.run()
      orderings.add(log.entries)
    }
    #expect(orderings.count == 6)
    #expect(Set(orderings.entries).count == 6)
    #expect(orderings.entries[0] == ["a", "b", "c"])
    #expect(report.isComplete)
    #expect(report.tried == 6)
  }

  @Test(.enabled(if: RuntimeHooks.support.hasPoints, "known issues follow it otherwise"))
  func `an expectation that is not met fails the test once`() async {
    let failures = await issues { try explore(ExploreTests.fails) }
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasPrefix("Expectation failed: (log.entries") == true)
  }

  @Test func `so does an expectation of Pledge, in every test framework`() async {
    let log = Log<String>()
    let failures = await failures {
      try explore { world in
        for name in ["a", "b"] { world.context(name).run { log.add(name) } }
        world.run()
        if log.entries.suffix(2) == ["b", "a"] { expectPending(Promise(value: 1)) }
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.hasPrefix("not pending: ") == true)
  }

  @Test func `an error is described by its problem, its cause, its steps, and its replay`() {
    let error = #expect(throws: ExplorationError.self) { try explore(ExploreTests.fails) }
    let place = "PledgeTestingTests/ExploreTests.swift"
    let problem = #"Expectation failed: (log.entries → ["b", "a"]) == ["a", "b"]"#
    let steps = ["b", "a"].map {
      "\($0): Promise<()>(fulfilled: ()) from \(place):\(ExploreTests.line - 3)"
    }
    #expect(
      error?.description == """
        \(problem) (\(place):\(ExploreTests.line))
        passes unless \(steps[0]) comes before \(steps[1])
        found in ordering 2 (seed 1), with 2 steps:
          1. \(steps[0])
          2. \(steps[1])
        to replay it: explore(replaying: "1")
        or without a change: PLEDGE_REPLAY="\(place):\(ExploreTests.line + 42) 1" swift test
        """
    )
  }

  @Test func `a thrown error fails the ordering`() throws {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        world.run()
        throw Refused()
      }
    }
    #expect(error?.problems == ["threw Refused()"])
    #expect(error?.replay == "first")
    #expect(error?.tried == 1)
  }

  @Test func `a body that never runs the world fails`() {
    #expect(problems { _ in } == ["the body has not called world.run()"])
  }

  @Test func `a time limit also ends the search for a shorter ordering`() throws {
    let error = try #require(throws: ExplorationError.self) {
      try explore(by: .random(seed: 1), within: .time(.zero)) { world in
        world.run(jobs: 10)
        world.expect(false)
      }
    }
    let title = "with 10 steps, and stopped looking for a shorter one at the limit:"
    #expect("\(error)".contains(title))
    #expect(error.replay != "")
  }

  @Test(arguments: ["7", "0.0.1"])
  func `a replay that does not fit fails`(replay: String) throws {
    let error = try #require(throws: ExplorationError.self) {
      try explore(replaying: replay) { $0.run(jobs: 2) }
    }
    let cause = "the body has changed since, or is compiled in another mode"
    #expect(error.problems == ["the replay does not fit: \(cause)"])
    #expect("\(error)".contains("does not fit, and led to this ordering, with 2 steps:"))
  }

  @Test(arguments: [
    "x", "1,1", " 1", "-1", "1.", "explore", "1-", "1-x", "1-7", "1-7xg", "1-7x1-t", "1-t-7x1-",
    "-t", "first.1", "1-7x1x1", "1-7x12345",
  ])
  func `a replay that is malformed fails before the body runs`(replay: String) throws {
    let runs = Log<Int>()
    let error = try #require(throws: ExplorationError.self) {
      try explore(replaying: replay) { _ in runs.add(1) }
    }
    let expected = #"the text at the end of a failure, such as "0.2.1" or "first-12x2de9""#
    #expect("\(error)" == "the replay \"\(replay)\" is malformed: it must be \(expected)")
    #expect(error.problems == ["\(error)"])
    #expect(runs.count == 0)
  }

  @Test func `handlers that run because the ordering is over do not fail it`() throws {
    let report = try explore { world in
      world.pending(Int.self, .value(1), .never).observe { result in
        world.expect((try? result.get()) == 1)
        #expect((try? result.get()) == 1)
      }
      world.run()
    }
    #expect(report.tried == 2)
  }

  @Test(arguments: [
    Exploration.Budget.time(.seconds(Int64.max)), .time(.seconds(Int64.min)), .orderings(.min),
    .orderings(.max),
  ])
  func `budgets and times have no limits`(budget: Exploration.Budget) throws {
    let report = try explore(by: .priorities(seed: .max, depth: .max), within: budget) { world in
      let times = [Duration.seconds(Int64.max), .seconds(Int64.max - 1)]
      for time in times { after(time, clock: world.clock).ignoringErrors() }
      world.run()
      let last = world.clock.now.advanced(by: .seconds(Int64.max))
      world.expect(last.duration(to: .init(offset: .seconds(Int64.min))) < .zero)
    }
    #expect(report.tried >= 1)
  }

  @Test func `a body that depends on something else fails`() {
    let calls = Locked(0)
    let problems = problems { world in
      calls.withLock { $0 += 1 }
      for number in 0...(calls.value + 1) { world.context("\(number)").run {} }
      world.run()
    }
    #expect(problems.first?.hasPrefix("the same choices led to different events") == true)
  }
}
