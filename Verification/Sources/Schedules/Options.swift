import Explorer

/// What the command line asks for.
struct Options {
  /// The most preemptions.
  private(set) var preemptions = 3
  /// A number of preemptions that is expected to make more schedules than this is not tried.
  private(set) var limit = 30_000
  /// How many random schedules are run of each scenario.
  private(set) var random = 2_000
  private(set) var seed: UInt64 = 1
  /// How many locks the promises share.
  private(set) var stripes = 64
  private(set) var scenarios: [Scenario] = []
  /// A scenario and the schedule to repeat.
  private(set) var schedule: (Scenario, Schedule)?

  init(_ arguments: [String], _ all: [Scenario]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--preemptions": preemptions = try Options.number(argument, &rest, 0...20)
      case "--limit": limit = try Options.number(argument, &rest, 1...Int.max)
      case "--random": random = try Options.number(argument, &rest, 0...Int.max)
      case "--stripes": stripes = try Options.number(argument, &rest, 1...64)
      case "--seed": seed = UInt64(try Options.number(argument, &rest, 0...Int.max))
      case "--replay": schedule = try Options.schedule(rest.popFirst() ?? "", all)
      default: scenarios.append(try Options.scenario(argument, all))
      }
    }
    if scenarios.isEmpty { scenarios = all }
  }

  private static func number(
    _ option: String,
    _ rest: inout ArraySlice<String>,
    _ range: ClosedRange<Int>
  ) throws -> Int {
    guard let text = rest.popFirst(), let number = Int(text), range.contains(number) else {
      throw Misuse("\(option) needs a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func scenario(_ name: String, _ all: [Scenario]) throws -> Scenario {
    guard let found = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw Misuse("there is no scenario \"\(name)\"; there are: \(names)")
    }
    return found
  }

  private static func schedule(_ text: String, _ all: [Scenario]) throws -> (Scenario, Schedule) {
    guard let schedule = Schedule(text) else {
      throw Misuse("--replay needs a schedule such as 'settle-read 0*12 1*3 0*…', not '\(text)'")
    }
    return (try scenario(schedule.scenario, all), schedule)
  }
}

/// A command line that makes no sense.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
