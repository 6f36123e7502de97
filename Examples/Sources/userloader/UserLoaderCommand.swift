import ArgumentParser
import Foundation

/// The command line.
@main struct UserLoaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Scripts/demo",
    abstract: "Loads users over HTTP, decodes them, and saves them in SQLite, with promises.",
    discussion: """
      Without --from it serves itself: a server in the same process has 500 users. Some of its \
      answers are slow, and some requests fail or get no answer once; with --chaos some never \
      succeed.

      Ctrl-C discards what is in flight and keeps what is saved. The trace is written all the same.

      Exit code: 0 if all were loaded, 1 if some failed or the trace cannot be written, 64 for bad \
      usage, 130 after Ctrl-C.
      """
  )

  @Option(
    help: ArgumentHelp("The server of the users: user 7 is at URL/users/7.", valueName: "URL"),
    transform: serverAddress
  )
  var from: URL?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The users to load. (default: 1-200)", valueName: "range"),
    transform: IDRange.init
  )
  var ids = IDRange(1...200)

  @Option(help: ArgumentHelp("The database for the users.", valueName: "FILE"))
  var database = "users.sqlite"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of users to load at a time.", valueName: "number")
  )
  var concurrency = 8

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of retries for a failed request.", valueName: "number")
  )
  var retries = 3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time limit of one attempt.", valueName: "seconds")
  )
  var timeout = 5.0

  @Flag(help: "Let the built-in server miss users, send broken data, and drop connections.")
  var chaos = false

  @Flag(help: "Print every failed user and attempt.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Write a trace of every promise to FILE, in the format of its ending.",
      discussion: """
        .html is a web page, .json for Perfetto and Chrome, .dot for Graphviz, .txt for reading.
        """,
      valueName: "FILE"
    ),
    transform: TraceFile.init
  )
  var trace: TraceFile?

  func validate() throws {
    guard !database.isEmpty else {
      throw ValidationError("--database is empty. Name a file, such as users.sqlite.")
    }
    guard 1...256 ~= concurrency else {
      throw ValidationError("--concurrency is \(concurrency). Give a number from 1 to 256.")
    }
    guard 0...100 ~= retries else {
      throw ValidationError("--retries is \(retries). Give a number from 0 to 100.")
    }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout is \(timeout). Give seconds, more than 0, at most 3600.")
    }
    guard trace?.isSameFile(as: database) != true else {
      throw ValidationError("--trace would replace the database '\(database)'. Name another file.")
    }
    guard !chaos || from == nil else {
      throw ValidationError("--chaos is for the built-in server. Leave out --chaos or --from.")
    }
  }

  func run() async throws {
    let exitCode = try await Run(options: self).execute()
    throw ExitCode(exitCode)
  }
}

/// Parses the value of `--from`.
private func serverAddress(_ text: String) throws -> URL {
  guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
    ["http", "https"].contains(scheme), url.host()?.isEmpty == false
  else {
    throw ValidationError("It is not a web address such as http://127.0.0.1:8080.")
  }
  return url
}
