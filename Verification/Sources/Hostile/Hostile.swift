import ArgumentParser
import Foundation
import Pledge
import Programs

@main
struct Hostile: ParsableCommand {
  /// The time between two samples of the memory in seconds.
  private static let samplingInterval = 0.25

  static let configuration = CommandConfiguration(
    commandName: "Scripts/Proofs/hostile",
    abstract: "Runs random programs with hostile contexts and deinitializers."
  )

  @Option(help: "The number of seconds to run for.")
  var time: Double?

  @Option(help: "The number of programs to run; without --time, 2000.")
  var rounds: Int?

  @Option(help: "The seed of the first program; each later one uses the next. Random if omitted.")
  var seed: UInt64 = .random(in: 1...999_999_999)

  @Option(help: "The number of threads of each program; 1 is deterministic. Random if omitted.")
  var threads: Int?

  @Flag(help: "Run the same program in every round, to find faults that depend on timing.")
  var same = false

  @Flag(help: "Print each program before it runs.")
  var show = false

  @Option(help: "A file that names the current program, for the case of a crash.")
  var journal: String?

  func validate() throws {
    if let time, time <= 0 { throw ValidationError("--time has to be more than 0.") }
    if let rounds, rounds <= 0 { throw ValidationError("--rounds has to be more than 0.") }
    if let threads, !(1...8).contains(threads) {
      throw ValidationError("--threads has to be between 1 and 8.")
    }
  }

  func run() throws {
    UnhandledRejections.silence()
    let start = Date()
    let statistics = Statistics()
    let watchdog = Watchdog(statistics, journal: journal)
    let limit = rounds ?? (time == nil ? 2_000 : .max)
    var memory = Memory()
    var sampled = start
    var next = seed
    while statistics.rounds < limit, !isOver(after: Date().timeIntervalSince(start), memory) {
      watchdog.begin(options(of: next))
      try check(next, statistics)
      if !same { next &+= 1 }
      guard Date().timeIntervalSince(sampled) > Hostile.samplingInterval else { continue }
      Threads.drainQueues()
      usleep(10_000)  // The threads of the last program may still be ending.
      memory.sample(after: statistics.rounds)
      sampled = Date()
    }
    try report(statistics, memory, seconds: Int(Date().timeIntervalSince(start).rounded()))
  }

  /// Whether the time is over.
  ///
  /// Continues while the memory has grown, for at most four times as long: a leak grows with the
  /// run; the caches of additional threads do not.
  private func isOver(after seconds: Double, _ memory: Memory) -> Bool {
    guard let time else { return false }
    return seconds > time && !(seconds < 4 * time && memory.grows)
  }

  private func report(_ statistics: Statistics, _ memory: Memory, seconds: Int) throws {
    let missing = statistics.missing
    if !missing.isEmpty { say("operators that have not run: \(missing.joined(separator: "; "))") }
    say(
      "hostile: \(statistics.rounds) programs from seed \(seed), \(statistics.steps) steps of"
        + " \(statistics.operatorCount - missing.count) of \(statistics.operatorCount) operators,"
        + " \(memory.grows ? "memory grows" : "no finding"), \(memory.description), \(seconds) s"
    )
    if memory.grows { throw ExitCode.failure }
  }

  /// Runs the program of a seed, and throws if it fails.
  private func check(_ seed: UInt64, _ statistics: Statistics) throws {
    let program = Program(hostile: seed, threads: threads)
    if show { say("seed \(seed)\n\(program)") }
    let failures = Hostile.failures(of: program, statistics)
    if failures.isEmpty { return }
    say("seed \(seed)\n\(program)\n\(failures.joined(separator: "\n"))")
    if program.threads.count == 1 {
      let shrunk = program.shrunk { !Hostile.failures(of: $0, statistics).isEmpty }
      let left = Hostile.failures(of: shrunk, statistics)
      say("the smallest failing program:\n\(shrunk)\n\(left.joined(separator: "\n"))")
    }
    say("repeat it with: Scripts/Proofs/hostile \(options(of: seed))")
    throw ExitCode.failure
  }

  private static func failures(of program: Program, _ statistics: Statistics) -> [String] {
    defer { statistics.endRound() }
    return Round(program, statistics).run()
  }

  /// Returns the options that repeat the program of a seed.
  private func options(of seed: UInt64) -> String {
    let isRepeatable = Program(hostile: seed, threads: threads).threads.count == 1
    return "--seed \(seed)" + (threads.map { " --threads \($0)" } ?? "")
      + (isRepeatable ? " --rounds 1" : " --same --rounds 10000")
  }
}
