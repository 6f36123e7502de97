import ArgumentParser
import Explorer
import Pledge

/// The command-line options.
struct Options: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Scripts/Proofs/schedules",
    abstract: "Runs the core under systematically chosen schedules."
  )

  @Argument(
    help: ArgumentHelp("The scenarios to explore. All if omitted.", valueName: "scenario"),
    transform: Options.scenario
  )
  private var named: [Scenario] = []

  @Flag(help: "Explore up to 4 preemptions and 100,000 random schedules. Takes hours.")
  private var long = false

  @Option(help: "The maximum number of preemptions.")
  private(set) var preemptions = 3

  @Option(help: "The maximum number of schedules of a scenario per number of preemptions.")
  private(set) var limit = 30_000

  @Option(help: "The number of random schedules per scenario.")
  private(set) var random = 2_000

  @Option(help: "The seed of the random schedules.")
  private(set) var seed: UInt64 = 1

  @Option(help: "The number of locks that the promises share.")
  private(set) var stripes = 64

  @Option(
    help: ArgumentHelp("Repeat a printed schedule.", valueName: "schedule"),
    transform: Options.schedule
  )
  private(set) var replay: (scenario: Scenario, schedule: Schedule)?

  var scenarios: [Scenario] { named.isEmpty ? Schedules.scenarios : named }

  mutating func validate() throws {
    if long { (preemptions, limit, random) = (4, 2_000_000, 100_000) }
    try Options.check("--preemptions", preemptions, 0...20)
    try Options.check("--limit", limit, 1...Int.max)
    try Options.check("--random", random, 0...Int.max)
    try Options.check("--stripes", stripes, 1...64)
  }

  func run() throws {
    UnhandledRejections.handle { _ in }
    Exploration.prepare(stripes: stripes)
    throw ExitCode(replay.map { Survey.replay($0.scenario, $0.schedule) } ?? Survey.run(self))
  }

  private static func check(_ option: String, _ value: Int, _ range: ClosedRange<Int>) throws {
    guard range.contains(value) else {
      let ends = "\(range.lowerBound) to \(range.upperBound)"
      throw ValidationError("\(option) needs a number from \(ends).")
    }
  }

  @Sendable private static func scenario(_ name: String) throws -> Scenario {
    guard let found = Schedules.scenarios.first(where: { $0.name == name }) else {
      let names = Schedules.scenarios.map(\.name).joined(separator: ", ")
      throw ValidationError("Unknown scenario \"\(name)\". Available scenarios: \(names).")
    }
    return found
  }

  @Sendable private static func schedule(
    _ text: String
  ) throws -> (scenario: Scenario, schedule: Schedule) {
    guard let schedule = Schedule(text) else {
      throw ValidationError("'\(text)' is not a schedule such as 'settle-read 0*12 1*3 0*…'.")
    }
    return (try scenario(schedule.scenario), schedule)
  }
}
