import ArgumentParser
import Foundation

/// The command line: users call `run`, which starts `worker`.
@main struct FanoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fanout",
    abstract: "Maps items over worker processes, with promises and gRPC.",
    subcommands: [RunCommand.self, WorkerCommand.self],
    defaultSubcommand: RunCommand.self
  )
}

/// A run with its own workers, or with those of other machines.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Has the items answered by workers, and prints a report.",
    discussion: """
      It starts the workers on loopback, or connects to those of --connect, which it does not end.

      One call in two hundred stalls and one in two hundred is refused, which the seed decides. \
      Workers that are to be killed are chosen by the seed, too, and die by SIGKILL in mid-run.

      With --ledger, a run that ended early can be given the same command again. It continues with the \
      items that have no saved answer.

      Ctrl-C discards what is under way, which cancels it on the workers. SIGTERM lets current items \
      end and starts no others.

      Exit code: 0 if every item was answered exactly once, 1 if not, 64 for bad usage, 130 after \
      Ctrl-C, 143 after SIGTERM.
      """
  )

  @Option(parsing: .unconditional, help: "The number of workers to start. (default: 4)")
  var workers: Int?

  @Option(help: ArgumentHelp("The addresses of running workers.", valueName: "host:port,…"))
  var connect: String?

  @OptionGroup(title: "Security")
  var securityOptions: SecurityOptions

  @Option(parsing: .unconditional, help: "The number of items.")
  var items = 10_000

  @Option(
    parsing: .unconditional,
    help: "The number of started workers to kill during the run. (default: 1)"
  )
  var kill: Int?

  @Option(parsing: .unconditional, help: "The number that determines stalls, refusals, and kills.")
  var seed = 1

  @Option(parsing: .unconditional, help: "The number of items at a time.")
  var limit = 32

  @Option(parsing: .unconditional, help: "The seconds before a second worker is asked.")
  var hedgeAfter = 0.5

  @Option(parsing: .unconditional, help: "The most seconds of an item, for all its calls.")
  var deadline = 60.0

  @Option(help: "The path of an SQLite file that keeps the answers, to resume the run.")
  var ledger: String?

  @Flag(help: "Print a line for every hundredth of the items.")
  var progress = false

  func validate() throws {
    try checkWorkers()
    try check("--items", items, 1...1_000_000)
    try check("--limit", limit, 1...4096)
    try check("--seed", seed, 0...Int(Int32.max))
    try check("--hedge-after", seconds: hedgeAfter)
    try check("--deadline", seconds: deadline)
    if ledger == "" { throw ValidationError("--ledger is empty. Give the path of a file.") }
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
      workers: try runWorkers,
      items: items,
      seed: seed,
      limit: limit,
      policy: policy,
      ledger: try ledger.map { try RunLedger(path: $0, items: items) },
      showsProgress: progress
    )
    let report = try await run.report()
    print(report)
    throw ExitCode(report.exitCode)
  }

  private var runWorkers: Run.Workers {
    get throws {
      guard let connect else {
        let count = workers ?? 4
        let kills = kill ?? min(1, count - 1)
        return .launched(count, of: try thisProgram(), kills: kills)
      }
      let endpoints = try endpoints(connect)
      return .connected(
        endpoints,
        try securityOptions.security(for: endpoints, of: "--connect")
      )
    }
  }

  /// Checks the options for workers; --connect excludes some options.
  private func checkWorkers() throws {
    guard let connect else {
      try securityOptions.checkUnused(without: "--connect")
      let count = workers ?? 4
      try check("--workers", count, 1...64)
      guard 0..<count ~= kill ?? 0 else {
        throw ValidationError(
          "--kill is \(kill ?? 0), of \(count) workers. Give a number from 0 to \(count - 1)."
        )
      }
      return
    }
    if let other = workers != nil ? "--workers" : kill != nil ? "--kill" : nil {
      throw ValidationError("\(other) is for workers that are started. Leave it or --connect out.")
    }
    _ = try endpoints(connect)
  }

  private func endpoints(_ text: String) throws -> [Endpoint] {
    let endpoints = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let endpoint = Endpoint(part), endpoint.port > 0 else {
        throw ValidationError(
          "--connect contains '\(part)'. Give a host and a port, such as 10.0.0.2:7000."
        )
      }
      return endpoint
    }
    guard Set(endpoints).count == endpoints.count else {
      throw ValidationError("--connect contains a worker twice. Give each worker once.")
    }
    return endpoints
  }

  private var policy: Policy {
    Policy(deadline: .seconds(deadline), hedgeAfter: .seconds(hedgeAfter))
  }
}

func check(_ name: String, _ number: Int, _ allowed: ClosedRange<Int>) throws {
  guard allowed ~= number else {
    throw ValidationError(
      "\(name) is \(number). Give a number from \(allowed.lowerBound) to \(allowed.upperBound)."
    )
  }
}

func check(_ name: String, seconds: Double) throws {
  guard seconds > 0, seconds <= 3600 else {
    throw ValidationError("\(name) is \(seconds). Give seconds, more than 0, at most 3600.")
  }
}

/// The path of this program.
private func thisProgram() throws -> String {
  guard let path = Bundle.main.executablePath else {
    throw ValidationError("The path of this program is unknown. Start it with its path.")
  }
  return path
}
