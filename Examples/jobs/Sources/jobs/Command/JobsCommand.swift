import ArgumentParser
import Foundation
import Pledge
import Synchronization

@main
struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Promises for jobs that run in this process, or on the workers of a NATS server.",
    subcommands: [Run.self, Work.self],
    defaultSubcommand: Run.self
  )
}

/// How to reach a server.
struct ServerOptions: ParsableArguments {
  @Option(help: "The address of a server, such as nats://user:password@10.0.0.1:4222.")
  var url: String?

  @Option(help: "A file of credentials for the server, from nsc.")
  var credentials: String?

  @Option(help: "A file with the certificate of the server's authority, for TLS.")
  var trust: String?

  @Option(help: "A file with the certificate that is shown to the server.")
  var certificate: String?

  @Option(help: "A file with the key of this certificate.")
  var key: String?

  @Option(help: "On how many servers of a cluster everything is stored.")
  var replicas = 1

  func validate() throws {
    let files = [credentials, trust, certificate, key].compactMap { $0 }
    if let file = files.first(where: { !FileManager.default.isReadableFile(atPath: $0) }) {
      throw ValidationError("The file '\(file)' is not readable. Correct its path.")
    }
    if (certificate == nil) != (key == nil) || url == nil && !files.isEmpty {
      throw ValidationError("--certificate and --key belong together, and files to a --url.")
    }
  }

  /// Returns jobs on the server, or on this process.
  func jobs() async throws -> Jobs {
    guard let url else { return Jobs(step: step) }
    #if NATS
    var options = NATSOptions(url: url)
    (options.credentials, options.trust) = (credentials, trust)
    (options.certificate, options.key) = (certificate, key)
    (options.replicas, options.silence) = (replicas, .seconds(2))
    return Jobs(on: try await NATSEngine.connect(options).value, step: step)
    #else
    throw ValidationError("This build has no NATS for \(url). Build it with --traits NATS.")
    #endif
  }

  /// Stops this process when a job first reaches the step JOBS_HALT, for tests.
  private var step: @Sendable (Jobs.Step, String) -> Void {
    let halt = Mutex(ProcessInfo.processInfo.environment["JOBS_HALT"])
    return { step, _ in
      guard halt.withLock({ $0 == step.rawValue ? $0.take() : nil }) != nil else { return }
      show("Halt: \(step)")
      raise(SIGSTOP)
    }
  }
}

/// Prints a line at once, although a pipe would buffer it.
func show(_ line: String) {
  print(line)
  fflush(nil)
}

/// Runs a closure at the first signal of this number; the second one ends the program as usual.
func onSignal(_ number: Int32, _ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  source.setEventHandler {
    signal(number, SIG_DFL)
    body()
  }
  // The default action would end the program before the source receives the signal.
  signal(number, SIG_IGN)
  source.resume()
  return source
}
