import ArgumentParser
import Foundation

/// A run that starts its own workers.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Starts workers on loopback, has the items answered, and prints a report.",
    discussion: """
      One call in two hundred stalls and one in two hundred is refused, which the seed decides. \
      Workers that are to be killed are chosen by the seed, too, and die by SIGKILL in mid-run.

      Ctrl-C discards what is under way, which cancels it on the workers.

      Exit code: 0 if every item was answered exactly once, 1 if not, 64 for bad usage, 130 after \
      Ctrl-C.
      """
  )

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of workers.", valueName: "number")
  )
  var workers = 4

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of items.", valueName: "number")
  )
  var items = 10_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of workers to kill during the run.", valueName: "number")
  )
  var kill = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed that determines stalls, refusals, and kills.", valueName: "number")
  )
  var seed = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of items at a time.", valueName: "number")
  )
  var limit = 32

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The delay before a second worker is asked.", valueName: "seconds")
  )
  var hedgeAfter = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time limit of an item, for all its calls.", valueName: "seconds")
  )
  var deadline = 60.0

  @Option(help: ArgumentHelp("The program to start as a worker. (default: this one)"))
  var worker: String?

  @Flag(help: "Print every item that needed more than one call.")
  var verbose = false

  func validate() throws {
    try check("--workers", workers, 1...64)
    try check("--items", items, 1...1_000_000)
    try check("--limit", limit, 1...4096)
    try check("--seed", seed, 0...Int(Int32.max))
    guard 0..<workers ~= kill else {
      throw ValidationError(
        "--kill is \(kill), of \(workers) workers. Give a number from 0 to \(workers - 1)."
      )
    }
    try check("--hedge-after", seconds: hedgeAfter)
    try check("--deadline", seconds: deadline)
    guard policy.leavesTimeToHedge else {
      throw ValidationError(
        """
        --hedge-after is \(hedgeAfter) and --deadline is \(deadline): an attempt has half of the \
        deadline, so a silent worker would never be hedged. Give a --hedge-after of less than \
        \(deadline / 2), or a --deadline of more than \(hedgeAfter * 2).
        """
      )
    }
  }

  func run() async throws {
    let run = Run(
      workers: workers,
      items: items,
      kills: kill,
      seed: seed,
      limit: limit,
      policy: policy,
      program: try worker ?? thisProgram(),
      isVerbose: verbose
    )
    let report = try await run.report()
    print(report)
    throw ExitCode(report.exitCode)
  }

  private var policy: Policy {
    Policy(deadline: .seconds(deadline), hedgeAfter: .seconds(hedgeAfter))
  }

  private func check(_ name: String, _ number: Int, _ allowed: ClosedRange<Int>) throws {
    guard allowed ~= number else {
      throw ValidationError(
        "\(name) is \(number). Give a number from \(allowed.lowerBound) to \(allowed.upperBound)."
      )
    }
  }

  private func check(_ name: String, seconds: Double) throws {
    guard seconds > 0, seconds <= 3600 else {
      throw ValidationError("\(name) is \(seconds). Give seconds, more than 0, at most 3600.")
    }
  }
}

/// The path of this program.
private func thisProgram() throws -> String {
  guard let path = Bundle.main.executablePath else {
    throw ValidationError("The path of this program is unknown. Give it with --worker.")
  }
  return path
}
