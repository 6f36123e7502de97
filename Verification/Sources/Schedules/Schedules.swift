import ArgumentParser
import Explorer
import Pledge

/// Explores schedules of the core.
@main
struct Schedules: ParsableCommand {
  private static let scenarios =
    Settling.all + Detaching.all + Cleanups.all + Linking.all + Looping.all + BrokenPromises.all
    + Combinations.all + Undelivered.all + Priorities.all + Awaiting.all + Attempts.all

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

  @Flag(help: "Print the places of the atomic operations that the scenarios reach.")
  private var places = false

  @Option(help: ArgumentHelp("Take an order from the operation there.", valueName: "place+order"))
  private var weaken: [String] = []

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
    if weak, !Exploration.useWeakMode(weakening: weaken) {
      throw ValidationError("One of the places is none.")
    }
    let code = replay.map { Survey.replay($0.scenario, $0.schedule) } ?? Survey.run(self)
    if places { Exploration.printPlaces() }
    throw ExitCode(code)
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
      throw ValidationError("'\(text)' is not a schedule such as 'settle-read 0*12 1*3'.")
    }
    return (try scenario(schedule.scenario), schedule)
  }
}
