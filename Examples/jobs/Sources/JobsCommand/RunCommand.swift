import ArgumentParser
import Foundation
import Jobs
import Pledge
import Synchronization

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Submits a job for each item, in this process or on a server, and checks the answers."
  )

  @Option(help: ArgumentHelp("The number of items.", valueName: "count"))
  var items = 10_000

  @Option(help: ArgumentHelp("The most jobs that are submitted at the same time.", valueName: "count"))
  var limit = 256

  @Option(help: ArgumentHelp("The most seconds of an attempt, before another one.", valueName: "seconds"))
  var timeout = 10.0

  @Flag(help: "Start a server and three workers on this machine, and kill one worker during the run.")
  var nats = false

  @Option(help: ArgumentHelp("The number of workers that are started.", valueName: "count"))
  var workers: Int?

  @Option(help: ArgumentHelp("How many of them are killed.", valueName: "count"))
  var kill: Int?

  @OptionGroup var server: ServerOptions
  @OptionGroup var pause: PauseOptions

  private var started: Int { workers ?? (nats ? 3 : 0) }
  private var killed: Int { kill ?? (nats ? min(1, started - 1) : 0) }

  func validate() throws {
    guard 1...1_000_000 ~= items, 1...4_096 ~= limit, timeout > 0, timeout <= 3_600 else {
      throw ValidationError("Give 1 to 1000000 --items, a --limit of 1 to 4096, and a --timeout of up to 3600.")
    }
    if nats, server.url != nil {
      throw ValidationError("--nats starts a server, and --url names one. Give one of them.")
    }
    if !nats, server.url == nil, workers != nil || kill != nil {
      throw ValidationError("Without a server, this process does the work. Give --nats or --url, too.")
    }
    guard 0...64 ~= started, killed == 0 || 0..<started ~= killed else {
      throw ValidationError("Give 0 to 64 --workers, and a --kill of fewer of them.")
    }
  }

  func run() async throws {
    let local = nats ? try await Server.start() : nil
    guard let url = local?.url ?? server.url else {
      let jobs = Jobs(step: pause.step)
      let work = jobs.work(limit: 64, handler: Work.start)
      defer { work.discard() }
      return try await submit(to: jobs, [])
    }
    let jobs = Jobs(on: try await server.engine(url: url), step: pause.step)
    let children = try startWorkers(url)
    do {
      try await submit(to: jobs, children)
    } catch {
      try await end(children, local)
      throw error
    }
    try await end(children, local)
  }

  private func end(_ children: [Child], _ local: Server?) async throws {
    _ = try await all(children.map { $0.stop() }).value
    try await local?.child.stop().value
  }

  private func startWorkers(_ url: String) throws -> [Child] {
    guard let program = Bundle.main.executablePath else { throw StartError("The path of this program is unknown.") }
    return try (0..<started).map { _ in
      try Child(program, ["work", "--attached"] + server.arguments(url: url))
    }
  }

  private func submit(to jobs: Jobs, _ children: [Child]) async throws {
    let start = ContinuousClock.now
    let tally = Tally()
    let monitor = ProgressMonitor()
    monitor.observe { report in
      tally.show(report.fraction, of: items)
      if report.fraction >= 0.3 { for child in children.prefix(killed) { child.signal(SIGKILL) } }
    }
    let batch = (0..<items).mapConcurrently(limit: limit, progress: monitor) { item in
      answer(to: item, from: jobs, tally)
    }
    let interrupts = [SIGINT, SIGTERM].map { number in
      Interrupt(number) { batch.discard(because: "\(128 + number)") }
    }
    defer { withExtendedLifetime(interrupts) {} }
    do {
      let answers = try await batch.value
      let wrong = (0..<items).filter { answers[$0] != Work.mixed(UInt64($0)) }
      let time = start.duration(to: .now)
      print(tally.report(items: items, wrong: wrong, killed: killed, of: started, time: time))
      if !wrong.isEmpty { throw ExitCode.failure }
    } catch let error as DiscardedError {
      try await jobs.settled().value
      print("Interrupted: the open jobs are discarded. The same command continues.")
      throw ExitCode(Int32(error.reason ?? "") ?? 130)
    }
  }

  /// The chain for one item, which is the same on each engine.
  private func answer(to item: Int, from jobs: Jobs, _ tally: Tally) -> Promise<UInt64> {
    retry(
      max: 20,
      backoff: .exponential(.milliseconds(50)).capped(at: .seconds(2)),
      while: tally.count
    ) {
      jobs.submit("item-\(item)", Data("\(item)".utf8)).timeout(after: .seconds(timeout))
    }
    .map { answer in UInt64(String(decoding: answer, as: UTF8.self)) }
    .unwrap(orThrow: ArgumentError("the answer to item \(item) is not a number"))
  }
}
