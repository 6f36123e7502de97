import ArgumentParser

/// A worker process.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Processes the items of coordinators.",
    discussion: """
      With --listen, it runs until SIGTERM or Ctrl-C. Then it accepts no more calls, lets the current \
      ones end, and exits with code 0, or with code 1 if some have not ended after --drain seconds.

      Connections from other machines need mutual TLS: coordinators are accepted if an authority in \
      --trust has signed their certificate.

      Without --listen, which is how a coordinator starts it, it listens on a free port of loopback \
      until its standard input is closed.
      """
  )

  @Option(help: ArgumentHelp("The address to listen on; port 0 is any.", valueName: "host:port"))
  var listen: String?

  @OptionGroup(title: "Security")
  var securityOptions: SecurityOptions

  @Option(help: "The most seconds that the current calls take at the end.")
  var drain = 30.0

  @Option(help: "The number that varies the simulated work.")
  var number = 0

  @Option(help: "The number that determines stalls and refusals.")
  var seed = 1

  /// A test of the coordinator starts a worker of another version with it.
  @Option(help: .hidden)
  var version = Work.version

  func validate() throws {
    if let listen, Endpoint(listen) == nil {
      throw ValidationError(
        "--listen is '\(listen)'. Give a host and a port, such as 10.0.0.2:7000 or [::1]:7000."
      )
    }
    if listen == nil { try securityOptions.checkUnused(without: "--listen") }
    try check("--drain", seconds: drain)
  }

  func run() async throws {
    let service = WorkService(work: Work(worker: number, seed: seed), version: version)
    guard let endpoint = listen.flatMap({ Endpoint($0) }) else {
      return try await WorkServer(service: service).runUntilInputEnds()
    }
    let security = try securityOptions.security(for: [endpoint], of: "--listen")
    let address = try endpoint.resolved(for: "--listen")
    let server = WorkServer(service: service, address: address, security: security)
    let unfinished = try await server.runUntilTerminated(drain: .seconds(drain))
    guard unfinished == 0 else {
      print("\(unfinished) calls were ended, because they took longer than --drain \(drain).")
      throw ExitCode(1)
    }
  }
}
