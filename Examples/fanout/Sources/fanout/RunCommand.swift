import ArgumentParser
import Foundation

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

  @Option(help: ArgumentHelp("The number of workers to start. (default: 4)", valueName: "number"))
  var workers: Int?

  @Option(help: ArgumentHelp("The addresses of running workers.", valueName: "address:port,…"))
  var connect: String?

  @OptionGroup(title: "Security")
  var securityOptions: SecurityOptions

  @Option(help: ArgumentHelp("The number of items.", valueName: "number"))
  var items = 10_000

  @Option(
    help: ArgumentHelp(
      "The number of started workers to kill during the run. (default: 1)",
      valueName: "number"
    )
  )
  var kill: Int?

  @Option(
    help: ArgumentHelp("The seed that determines stalls, refusals, and kills.", valueName: "number")
  )
  var seed = 1

  @Option(help: ArgumentHelp("The number of items at a time.", valueName: "number"))
  var limit = 32

  @Option(help: ArgumentHelp("The delay before a second call is made.", valueName: "seconds"))
  var hedgeAfter = 0.5

  @Option(help: ArgumentHelp("The time limit of an item, for all its calls.", valueName: "seconds"))
  var deadline = 60.0

  @Option(
    help: ArgumentHelp(
      "The SQLite file that keeps the answers, to resume the run.",
      valueName: "file"
    )
  )
  var ledger: String?

  @Flag(help: "Print a line for every hundredth of the items.")
  var progress = false

  func validate() throws {
    _ = try fleet
    try check("--items", items, 1...1_000_000)
    try check("--limit", limit, 1...4096)
    try check("--seed", seed, 0...Int(Int32.max))
    try check("--hedge-after", hedgeAfter, 0.001...3600)
    try check("--deadline", deadline, 0.001...3600)
    if ledger == "" { throw ValidationError("--ledger is empty. Give the path of a file.") }
  }

  func run() async throws {
    let run = Run(
      fleet: try fleet,
      items: items,
      seed: seed,
      limit: limit,
      policy: Policy(deadline: .seconds(deadline), hedgeAfter: .seconds(hedgeAfter)),
      ledger: try ledger.map { try RunLedger(path: $0, items: items) },
      showsProgress: progress
    )
    let report = try await run.report()
    print(report)
    throw ExitCode(report.exitCode)
  }

  /// The workers; --connect excludes some options.
  private var fleet: Run.Fleet {
    get throws {
      guard let connect else {
        let count = workers ?? 4
        try check("--workers", count, 1...64)
        let kills = kill ?? min(1, count - 1)
        try check("--kill", kills, 0...count - 1)
        return .launched(count, of: try thisProgram(), kills: kills)
      }
      guard workers == nil, kill == nil else {
        throw ValidationError(
          "--workers and --kill are for workers that are started. Leave them or --connect out."
        )
      }
      let endpoints = try endpoints(connect)
      return .connected(endpoints, try securityOptions.security(for: endpoints, of: "--connect"))
    }
  }

  private func endpoints(_ text: String) throws -> [Endpoint] {
    let endpoints = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let endpoint = Endpoint(part), endpoint.port > 0 else {
        throw ValidationError(
          "--connect contains '\(part)'. Give an IPv4 address and a port, such as 10.0.0.2:7000."
        )
      }
      return endpoint
    }
    guard Set(endpoints).count == endpoints.count else {
      throw ValidationError("--connect contains a worker twice. Give each worker once.")
    }
    return endpoints
  }

  private func check<Number: Comparable>(
    _ name: String,
    _ number: Number,
    _ allowed: ClosedRange<Number>
  ) throws {
    guard !(allowed ~= number) else { return }
    throw ValidationError(
      "\(name) is \(number). Give a number from \(allowed.lowerBound) to \(allowed.upperBound)."
    )
  }
}

/// The path of this program.
private func thisProgram() throws -> String {
  guard let path = Bundle.main.executablePath else {
    throw ValidationError("The path of this program is unknown.")
  }
  return path
}
