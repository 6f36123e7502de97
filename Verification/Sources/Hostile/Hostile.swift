import ArgumentParser
import Foundation
import Pledge
import Programs

@main
struct Hostile: ParsableCommand {
  /// The time between two samples of the memory in seconds.
  private static let samplingInterval = 0.25
  /// The number of seconds after which a program counts as hanging, and a signal ends the process.
  ///
  /// A program takes less than a thousandth of this time.
  private static let patience: UInt32 = 120

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

  @Option(help: "A file that names the current program, for the case of a crash or a hang.")
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
    let limit = rounds ?? (time == nil ? 2_000 : .max)
    var count = 0
    var memory = Memory()
    var sampled = start
    var next = seed
    while count < limit, !isOver(after: Date().timeIntervalSince(start), memory) {
      if let journal {
        try options(of: next).write(toFile: journal, atomically: false, encoding: .utf8)
      }
      try check(next)
      count += 1
      if !same { next &+= 1 }
      guard Date().timeIntervalSince(sampled) > Hostile.samplingInterval else { continue }
      Threads.drainQueues()
      usleep(10_000)  // The threads of the last program may still be ending.
      memory.sample(after: count)
      sampled = Date()
    }
    let seconds = Int(Date().timeIntervalSince(start).rounded())
    let finding = memory.grows ? "memory grows" : "no finding"
    say(
      "hostile: \(count) programs from seed \(seed), \(finding), \(memory.description), \(seconds) s"
    )
    if memory.grows { throw ExitCode.failure }
  }

  /// Whether the time is over.
  ///
  /// Continues while the memory has grown, for at most four times as long: a leak grows with the
  /// run; the caches of additional threads do not.
  private func isOver(after seconds: Double, _ memory: Memory) -> Bool {
    guard let time else { return false }
    return seconds > time && !(seconds < 4 * time && memory.grows)
  }

  /// Runs the program of a seed, and throws if it fails.
  private func check(_ seed: UInt64) throws {
    let program = Program(hostile: seed, threads: threads)
    func failures(of program: Program) -> String? {
      alarm(Hostile.patience)
      let failures = Round(program).run()
      return failures.isEmpty ? nil : failures.joined(separator: "\n")
    }
    guard let found = failures(of: program) else { return }
    say("seed \(seed)\n\(program)\n\(found)")
    if program.threads.count == 1 { say(program.smallest(failures)) }
    say("repeat it with: Scripts/Proofs/hostile \(options(of: seed))")
    throw ExitCode.failure
  }

  /// Returns the options that repeat the program of a seed.
  private func options(of seed: UInt64) -> String {
    let isRepeatable = Program(hostile: seed, threads: threads).threads.count == 1
    return "--seed \(seed)" + (threads.map { " --threads \($0)" } ?? "")
      + (isRepeatable ? " --rounds 1" : " --same --rounds 10000")
  }
}

/// Prints a line and flushes it, so that it is visible even after a crash.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
