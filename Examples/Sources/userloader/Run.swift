import Foundation
import Pledge

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One run of the program, from the server's start to the summary.
@MainActor struct Run {
  let options: UserLoaderCommand
  private let recording: Recording

  /// Prepares a run, and starts recording if the options request it.
  init(options: UserLoaderCommand) {
    self.options = options
    recording = Recording(file: options.trace)
  }

  /// Loads the users, prints the summary, and returns the exit code.
  ///
  /// The trace is written however the run ends.
  func execute() async throws -> Int32 {
    let exitCode: Int32
    do {
      exitCode = try await prepareAndLoad()
    } catch {
      _ = recording.written()
      throw error
    }
    return recording.written() || exitCode != 0 ? exitCode : 1
  }

  private func prepareAndLoad() async throws -> Int32 {
    let database = try UserDatabase(path: options.database)
    guard let address = options.from else { return try await serveAndLoad(into: database) }
    return try await load(from: address, into: database)
  }

  private func serveAndLoad(into database: UserDatabase) async throws -> Int32 {
    // With a proxy from the environment, requests would go to the loopback of the proxy instead.
    // SAFETY: `setenv` copies both strings.
    unsafe setenv("no_proxy", "127.0.0.1", 1)
    let server = try await DemoServer(chaos: options.chaos)
    let exitCode = try await load(from: server.address, into: database)
    await server.stop()
    return exitCode
  }

  private func load(from address: URL, into database: UserDatabase) async throws -> Int32 {
    let bar = ProgressBar(total: ids.count)
    let report = Report(bar: bar, isVerbose: options.verbose)
    let loader = loader(address, database, report)
    if options.from != nil { try await loader.greet(ids.lowerBound).value }
    let start = ContinuousClock.now
    let wasInterrupted = try await finish { loader.load(ids, atOnce: options.concurrency) }
    bar.clear()
    let summary = Summary(
      tally: report.tally,
      total: ids.count,
      wasInterrupted: wasInterrupted,
      time: start.duration(to: .now),
      database: options.database,
      saved: try await database.savedCount().value
    )
    print(summary)
    return summary.exitCode
  }

  /// Waits for the batch, which Ctrl-C discards, and returns whether that has happened.
  private func finish(_ start: () -> Promise<[Outcome]>) async throws -> Bool {
    let stop = DiscardSource()
    let interrupt = Interrupt { stop.discard() }
    defer { withExtendedLifetime(interrupt) {} }
    do {
      _ = try await start().discarded(by: stop.token).value
      return false
    } catch is DiscardedError {
      return true
    }
  }

  private func loader(_ server: URL, _ database: UserDatabase, _ report: Report) -> UserLoader {
    UserLoader(
      server: server,
      session: URLSession(configuration: configuration),
      database: database,
      attempts: options.retries + 1,
      patience: .seconds(options.timeout),
      report: report
    )
  }

  private var ids: ClosedRange<Int> { options.ids.ids }

  /// A configuration with one connection per concurrent user, so that none waits for another one's,
  /// and without a cache, so that users are always current.
  private var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = options.concurrency
    configuration.timeoutIntervalForRequest = options.timeout + 60
    return configuration
  }
}
