import PledgeTestSupport
import Testing

@testable import PledgeTesting

struct ExplorationTests {
  /// Fails if the third of ten jobs comes before the first one.
  private static func body(_ world: Exploration.World) {
    let log = Log<Int>()
    for number in 0..<10 { world.context("\(number)").run { log.add(number) } }
    world.run()
    let places = [0, 2].map { number in log.entries.firstIndex(of: number) ?? 0 }
    world.expect(places[0] < places[1])
  }

  @Test(arguments: [Exploration.Strategy.random(seed: 7), .priorities(seed: 7)])
  func `a seeded strategy finds, shrinks and replays a failure`(
    strategy: Exploration.Strategy
  ) throws {
    let error = #expect(throws: ExplorationError.self) {
      try explore(by: strategy, ExplorationTests.body)
    }
    #expect((error?.tried ?? .max) < 100)
    // The third job comes first. That is one choice.
    #expect(error?.replay == "2")
    #expect(error?.steps.count == 10)
    #expect(throws: ExplorationError.self) {
      try explore(replaying: error?.replay ?? "", ExplorationTests.body)
    }
  }

  @Test func `a seeded strategy tries as many orderings as it may`() throws {
    let report = try explore(by: .random(seed: 1), within: .orderings(50)) { world in
      for number in 0..<6 { world.context("\(number)").run {} }
      world.run()
    }
    #expect(report.tried == 50)
    #expect(!report.isComplete)
    #expect(abs((report.orderings ?? 0) - 720) < 1e-6)
    #expect(report.description == "50 of about 720 orderings of whole parts")
  }

  @Test(arguments: [Exploration.Strategy.random(seed: 1), .priorities(seed: 1)])
  func `a seeded strategy ends once it has tried all orderings`(
    strategy: Exploration.Strategy
  ) throws {
    let report = try explore(by: strategy) { world in
      for name in ["a", "b", "c"] { world.context(name).run {} }
      world.run()
    }
    #expect(report.isComplete)
    #expect(report.orderings == 6)
    #expect(report.description == "all 6 orderings of whole parts, in \(report.tried) runs")
  }

  @Test func `a budget of no time or no orderings is enough for one`() throws {
    for budget in [Exploration.Budget.time(.zero), .orderings(0), .orderings(-1)] {
      let report = try explore(within: budget) { world in
        for number in 0..<3 { world.context("\(number)").run {} }
        world.run()
      }
      #expect(report.tried == 1)
    }
  }

  @Test func `a report tells how much was tried`() {
    func report(
      _ distinct: Int,
      of orderings: Double?,
      isComplete: Bool = false,
      tried: Int = 10,
      hasHeldTimers: Bool = false
    ) -> Exploration.Report {
      Exploration.Report(
        tried: tried,
        isComplete: isComplete,
        orderings: orderings,
        distinct: distinct,
        isExhausted: orderings == Double(distinct),
        hasHeldTimers: hasHeldTimers
      )
    }
    let all = report(6, of: 6, isComplete: true, tried: 6)
    let some = report(10, of: 1234.5)
    let unknown = report(10, of: nil)
    let many = report(10, of: 3e20)
    let repeated = report(6, of: 6, isComplete: true)
    let limited = report(6, of: 6, tried: 6)
    let rounded = report(104, of: 104.4, tried: 110)
    let timed = report(10, of: nil, hasHeldTimers: true)
    #expect("\(timed)" == "10 of many orderings of whole parts, if no part outlasts a timer")
    #expect("\(all)" == "all 6 orderings of whole parts")
    #expect("\(some)" == "10 of about 1200 orderings of whole parts")
    #expect("\(unknown)" == "10 of many orderings of whole parts")
    #expect("\(many)" == "10 of about 3e+20 orderings of whole parts")
    #expect("\(repeated)" == "all 6 orderings of whole parts, in 10 runs")
    #expect("\(limited)" == "all 6 orderings of whole parts without repeated yields or timers")
    #expect("\(rounded)" == "104 of about 104 orderings of whole parts, in 110 runs")
  }
}

struct ExplorationErrorTests {
  @Test func `unprintable characters are escaped in the description, except for line breaks`() {
    let problems = ["one\ntwo\u{202E}"]
    let error = ExplorationError(problems: problems, steps: ["a\u{1B}"], replay: "1", tried: 3)
    #expect("\(error)".contains("  1. a\\u{1B}\nproblems:\n  - one\ntwo\\u{202E}\n"))
  }

  @Test(arguments: [48, 49, 10_000])
  func `of many steps, the first and the last ones are listed`(count: Int) {
    let steps = (1...count).map { "step \($0)" }
    let error = ExplorationError(problems: ["p"], steps: steps, replay: "", tried: 1)
    let lines = "\(error)".split(separator: "\n")
    #expect(error.steps == steps)
    #expect(lines[12] == "  12. step 12")
    #expect(lines[lines.count - 4] == "  \(count). step \(count)")
    #expect(lines.count == (count == 48 ? 52 : 29))
    #expect(count == 48 || lines[13] == "  … \(count - 24) more steps")
  }
}
