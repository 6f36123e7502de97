import ArgumentParser
import Foundation

/// A worker process.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Processes the items of coordinators.",
    discussion: """
      It runs until SIGTERM or Ctrl-C. Then it accepts no more calls, lets the current ones end, and \
      exits.

      Connections from other machines need mutual TLS: coordinators are accepted if an authority in \
      --trust has signed their certificate.
      """
  )

  @Option(help: ArgumentHelp("The address to listen on; port 0 is any.", valueName: "address:port"))
  var listen = "127.0.0.1:0"

  @OptionGroup(title: "Security")
  var securityOptions: SecurityOptions

  @Option(help: ArgumentHelp("The number that varies the simulated work.", valueName: "number"))
  var number = 0

  @Option(help: ArgumentHelp("The seed that determines stalls and refusals.", valueName: "number"))
  var seed = 1

  /// A test of the coordinator starts a worker of another version with it.
  @Option(help: .hidden)
  var version = Work.version

  /// A coordinator starts a worker with it, which ends with the coordinator.
  @Flag(help: .hidden)
  var child = false

  func validate() throws { _ = try securityOptions.security(for: [endpoint], of: "--listen") }

  func run() async throws {
    if child { exitWhenInputEnds() }
    let work = Work(worker: number, seed: seed)
    let service = WorkService(worker: number, version: version, answer: work.answer)
    let security = try securityOptions.security(for: [endpoint], of: "--listen")
    let server = WorkServer(service, at: try endpoint, security: security)
    let interrupts = [SIGTERM, SIGINT].map { Interrupt($0) { server.shutDown() } }
    async let end: Void = server.run()
    // Without an endpoint, serving has failed, and its error is the reason.
    if let endpoint = await server.endpoint { print("Listening on \(endpoint)") }
    // A pipe would buffer it.
    fflush(nil)
    try await end
    withExtendedLifetime(interrupts) {}
  }

  private var endpoint: Endpoint {
    get throws {
      if let endpoint = Endpoint(listen) { return endpoint }
      throw ValidationError(
        "--listen is '\(listen)'. Give an IPv4 address and a port, such as 10.0.0.2:7000."
      )
    }
  }
}

/// The coordinator holds the other end, which is closed even if the coordinator is killed.
private func exitWhenInputEnds() {
  Thread.detachNewThread {
    while !FileHandle.standardInput.availableData.isEmpty {}
    exit(0)
  }
}
