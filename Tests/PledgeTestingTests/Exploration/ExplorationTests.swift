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

  @Test(arguments: [
    (Exploration.Budget.time(.zero), 1), (.orderings(0), 1), (.orderings(-1), 1),
    (.orderings(3), 3),
  ])
  func `a budget ends the exploration without an error, after one ordering at least`(
    budget: Exploration.Budget,
    count: Int
  ) throws {
    let report = try explore(within: budget) { $0.run(jobs: 3) }
    #expect(report.tried == count)
    #expect(!report.isComplete)
  }

  @Test func `a report tells how much was tried`() {
    func text(_ distinct: Int, of all: Double?, in tried: Int = 10, omits: Bool = false) -> String {
      let isAll = all == Double(distinct)
      return Exploration.Report(
        tried: tried,
        isComplete: isAll && !omits,
        isExhausted: isAll,
        estimatedOrderings: all,
        distinct: distinct,
        // Of two orderings alone, some have timers.
        hasHeldTimers: all == 2
      )
      .description
    }
    #expect(text(2, of: 2, in: 2) == "all 2 orderings of whole parts, if no part outlasts a timer")
    #expect(text(6, of: 6, in: 6) == "all 6 orderings of whole parts")
    #expect(text(10, of: 1234.5) == "10 of about 1200 orderings of whole parts")
    #expect(text(10, of: nil) == "10 of many orderings of whole parts")
    #expect(text(10, of: 3e20) == "10 of about 3e+20 orderings of whole parts")
    #expect(text(6, of: 6) == "all 6 orderings of whole parts, in 10 runs")
    let omission = "orderings of whole parts without repeated yields or timers"
    #expect(text(6, of: 6, in: 6, omits: true) == "all 6 \(omission)")
    let rounded = "104 of about 104 orderings of whole parts, in 110 runs"
    #expect(text(104, of: 104.4, in: 110) == rounded)
  }
}

struct ExplorationErrorTests {
  @Test func `unprintable characters are escaped in the description, except for line breaks`() {
    let problems = ["one\ntwo\u{202E}"]
    let error = ExplorationError(problems: problems, steps: ["a\u{1B}"], replay: "1", tried: 3)
    #expect("\(error)".hasPrefix("one\ntwo\\u{202E}\nfound in "))
    #expect("\(error)".contains("\n  1. a\\u{1B}\n"))
  }

  @Test(arguments: [48, 49, 10_000])
  func `of many steps, the first and the last ones are listed`(count: Int) {
    let steps = (1...count).map { "step \($0)" }
    let error = ExplorationError(problems: ["p"], steps: steps, replay: "", tried: 1)
    let lines = "\(error)".split(separator: "\n")
    #expect(error.steps == steps)
    #expect(lines[13] == "  12. step 12")
    #expect(lines[lines.count - 2] == "  \(count). step \(count)")
    #expect(lines.count == (count == 48 ? 51 : 28))
    #expect(count == 48 || lines[14] == "  … \(count - 24) more steps")
  }

  @Test func `steps that repeat themselves are listed once`() {
    let steps = ["start"] + (1...400).flatMap { _ in ["read", "yield"] } + ["end"]
    let error = ExplorationError(problems: ["p"], steps: steps, replay: "", tried: 1)
    #expect(
      "\(error)".split(separator: "\n").dropFirst(2).dropLast() == [
        "  1. start", "  2. read", "  3. yield", "  … these 2 steps, 400 times", "  802. end",
      ]
    )
  }
}
