import ArgumentParser
import Foundation
import Pledge
import Synchronization

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Submits a job for each item, in this process or on a server, and checks the answers."
  )

  @OptionGroup var server: ServerOptions

  @Option(help: "The number of items.")
  var items = 10_000

  func validate() throws {
    guard 1...1_000_000 ~= items else { throw ValidationError("Give 1 to 1000000 --items.") }
  }

  func run() async throws {
    let (jobs, tally, start) = (try await server.jobs(), Tally(), ContinuousClock.now)
    let work = server.url == nil ? jobs.work(limit: 64, handler: Square.start) : nil
    defer { work?.discard() }
    let monitor = ProgressMonitor()
    monitor.observe { tally.show($0.fraction, of: items) }
    // Before the batch: its call does not return while other threads make room for the next item.
    let stop = DiscardSource()
    let signals = [SIGINT, SIGTERM].map { number in
      onSignal(number) { stop.discard(because: "\(128 + number)") }
    }
    defer { for source in signals { source.cancel() } }
    let batch = (0..<items).mapConcurrently(limit: 256, progress: monitor) { item in
      answer(to: item, from: jobs, tally).discarded(by: stop.token)
    }
    do {
      let answers = try await batch.ensureThen { jobs.settled() }.value
      let right = (0..<items).count { answers[$0] == "\($0 * $0)" }
      let (failed, late) = tally.attempts
      show("right       \(right) of \(items)")
      show("attempts    \(failed) failed and \(late) took too long; each was followed by another")
      show("time        \(Int(start.duration(to: .now) / .milliseconds(1))) ms")
      if right < items { throw ExitCode.failure }
    } catch let error as RetryError {
      let last = error.last.map { "\($0)" } ?? ""
      throw EngineError("An item has no answer: \(last). Are a server and a worker running?")
    } catch let error as DiscardedError {
      show("Interrupted: the open jobs are discarded. The same command continues.")
      throw ExitCode(Int32(error.reason ?? "") ?? 130)
    }
  }

  /// Returns the answer to one item, with the same chain on each engine.
  private func answer(to item: Int, from jobs: Jobs, _ tally: Tally) -> Promise<String> {
    let backoff = Backoff.exponential(.milliseconds(50)).capped(at: .seconds(2))
    return retry(max: 20, backoff: backoff, while: tally.count) {
      jobs.submit("item-\(item)", Data("\(item)".utf8)).timeout(after: .seconds(5))
    }
    .map(\.text)
  }
}

/// Counts the attempts of a run.
private final class Tally: Sendable {
  private let counts = Mutex((tenths: 0, failed: 0, late: 0))

  var attempts: (failed: Int, late: Int) { counts.withLock { ($0.failed, $0.late) } }

  /// Counts a failed attempt, and returns whether another one may succeed.
  func count(_ error: any Error) -> Bool {
    let isLate = error is TimeoutError
    guard isLate || error is JobError else { return false }
    counts.withLock { if isLate { $0.late += 1 } else { $0.failed += 1 } }
    return true
  }

  /// Prints a line for each tenth of a run.
  func show(_ fraction: Double, of items: Int) {
    let tenths = Int(fraction * 10)
    let isNew = counts.withLock { counts in
      defer { counts.tenths = max(tenths, counts.tenths) }
      return tenths > counts.tenths
    }
    if isNew { jobs.show("\(Int((fraction * Double(items)).rounded())) of \(items)") }
  }
}
