import ArgumentParser
import Explorer
import Pledge

/// Explores schedules of the core.
@main
struct Schedules: ParsableCommand {
  private static let scenarios =
    Settling.all + Detaching.all + Cleanups.all + Linking.all + Looping.all + BrokenPromises.all
    + Combinations.all + Undelivered.all + Priorities.all + Attempts.all + Awaiting.all

  static let configuration = CommandConfiguration(
    commandName: "Scripts/Proofs/schedules",
    abstract: "Runs the core under systematically chosen schedules."
  )

  @Argument(
    help: ArgumentHelp("The scenarios to explore. All if omitted.", valueName: "scenario"),
    transform: Schedules.scenario
  )
  private var named: [Scenario] = []

  @Flag(help: "Explore up to 4 preemptions and 100,000 random schedules. Takes hours.")
  private var long = false

  @Flag(help: "Explore the stores that each load may read. Needs a build with --weak.")
  private(set) var weak = false

  @Option(help: "The maximum number of preemptions and old stores. 3, or 4 with --long.")
  private var bound: Int?

  @Option(name: .customLong("limit"), help: "The maximum number of schedules per bound.")
  private var most: Int?

  @Flag(help: "Print the places of the atomic operations that each scenario reaches.")
  private(set) var sites = false

  @Option(
    help: ArgumentHelp("Take an order from the operation at a place.", valueName: "place"),
    transform: Schedules.site
  )
  private var weaken: [Site] = []

  @Option(help: "The number of random schedules per scenario.")
  private(set) var random = 2_000

  @Option(help: "The seed of the random schedules.")
  private(set) var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Repeat a printed schedule.", valueName: "schedule"),
    transform: Schedules.schedule
  )
  private(set) var replay: (scenario: Scenario, schedule: Schedule)?

  var scenarios: [Scenario] { named.isEmpty ? Schedules.scenarios : named }

  /// The maximum number of preemptions.
  var preemptions: Int { bound ?? (long ? 4 : 3) }

  /// The maximum number of schedules of a scenario per number of preemptions.
  var limit: Int { most ?? (long ? 2_000_000 : 30_000) }

  mutating func validate() throws {
    if long { random = 100_000 }
    if random < 0 { throw ValidationError("--random needs a number from 0.") }
  }

  func run() throws {
    UnhandledRejections.handle { _ in }
    Exploration.prepare()
    if weak { Exploration.useWeakMode(weakening: weaken) }
    throw ExitCode(replay.map { Survey.replay($0.scenario, $0.schedule) } ?? Survey.run(self))
  }

  @Sendable private static func scenario(_ name: String) throws -> Scenario {
    guard let found = Schedules.scenarios.first(where: { $0.name == name }) else {
      let names = Schedules.scenarios.map(\.name).joined(separator: ", ")
      throw ValidationError("Unknown scenario \"\(name)\". Available scenarios: \(names).")
    }
    return found
  }

  @Sendable private static func site(_ text: String) throws -> Site {
    guard let site = Site(text) else { throw ValidationError("'\(text)' is not a place.") }
    return site
  }

  @Sendable private static func schedule(
    _ text: String
  ) throws -> (scenario: Scenario, schedule: Schedule) {
    guard let schedule = Schedule(text) else {
      throw ValidationError("'\(text)' is not a schedule such as 'settle-read 0*12 1*3'.")
    }
    return (try scenario(schedule.scenario), schedule)
  }
}
