import ArgumentParser
import Foundation
import Jobs
import NATSJobs
import Pledge

@main
struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Promises for jobs that run elsewhere: in this process, or on a NATS server's workers.",
    subcommands: [RunCommand.self, WorkCommand.self],
    defaultSubcommand: RunCommand.self
  )
}

/// How to reach a server.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address of a server, such as nats://10.0.0.1:4222.", valueName: "address"))
  var url: String?

  @Option(help: ArgumentHelp("A credentials file for the server, from nsc.", valueName: "file"))
  var credentials: String?

  @Option(help: ArgumentHelp("The certificate of the server's authority, for TLS.", valueName: "file"))
  var trust: String?

  @Option(help: ArgumentHelp("The certificate that is shown to the server.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The key of the certificate.", valueName: "file"))
  var key: String?

  @Option(help: ArgumentHelp("On how many servers of a cluster everything is stored.", valueName: "count"))
  var replicas = 1

  func validate() throws {
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key belong together. Give both or neither.")
    }
    let files = [credentials, trust, certificate, key].compactMap { $0 }
    if url == nil, !files.isEmpty {
      throw ValidationError("These files are for a server. Give its address with --url.")
    }
    for file in files where !FileManager.default.isReadableFile(atPath: file) {
      throw ValidationError("'\(file)' is not readable. Correct the path.")
    }
  }

  /// The arguments that give a worker the same server.
  func arguments(url: String) -> [String] {
    let files = ["--credentials": credentials, "--trust": trust, "--certificate": certificate, "--key": key]
    return ["--url", url, "--replicas", "\(replicas)"]
      + files.flatMap { name, file in file.map { [name, $0] } ?? [] }
  }

  func engine(url: String) async throws -> any Engine {
    #if NATS
    var options = NATSOptions(url: url)
    options.credentials = credentials
    options.trust = trust
    options.certificate = certificate
    options.key = key
    options.replicas = replicas
    options.silence = .seconds(2)
    return try await NATSEngine.connect(options).value
    #else
    throw StartError("This build has no engine for NATS. Use Scripts/jobs --nats, or build with --traits NATS.")
    #endif
  }
}
