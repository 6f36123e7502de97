import Foundation
import Pledge
import Synchronization
import Testing

@testable import jobs

/// The engines on which every test runs.
enum Kind: CaseIterable {
  case local
  #if NATS
  case nats
  #endif

  /// Creates an engine without jobs.
  func engine() async throws -> any Engine {
    #if NATS
    if self == .nats { return try await NATSEngine.connect(options()).value }
    #endif
    return LocalEngine()
  }
}

#if NATS
/// The options for a stream of its own on the server that Scripts/Checks/examples starts.
func options() throws -> NATSOptions {
  let url = ProcessInfo.processInfo.environment["JOBS_SERVER"]
  var options = NATSOptions(url: try #require(url, "Run these tests with Scripts/Checks/examples jobs."))
  options.name = "test-\(UUID())"
  // No test waits for it.
  options.silence = .seconds(3_600)
  return options
}
#endif

/// A handler whose jobs end when the test says so, and all that happened.
final class Bench: Sendable {
  private struct Log {
    var started: [String] = []
    var discarded: [String] = []
    var work: [String: Promise<Data>] = [:]
    var events: [String: Promise<Void>] = [:]
  }

  private let log = Mutex(Log())

  var started: [String] { log.withLock(\.started) }
  var discarded: [String] { log.withLock(\.discarded) }

  /// Notes a job, and returns a promise for its end.
  @discardableResult
  func handle(_ job: Job) -> Promise<Data> {
    let name = "\(job.id).\(job.attempt)"
    let work = Promise<Data>(discard: { [self] in
      log.withLock { $0.discarded.append(name) }
      event("discarded \(name)").resolve()
    })
    log.withLock { log in
      log.started.append(name)
      log.work[name] = work
    }
    event("started \(name)").resolve()
    return work
  }

  /// Ends a job that has started.
  func end(_ name: String, _ text: String) {
    log.withLock { $0.work.removeValue(forKey: name) }?.resolve(Data(text.utf8))
  }

  /// The step of a `Jobs`.
  func step(_ step: Jobs.Step, _ name: String) { event("\(step) \(name)").resolve() }

  /// Waits until something has happened, such as "started a.1".
  func wait(for name: String) async throws { try await event(name).value }

  private func event(_ name: String) -> Promise<Void> {
    let new = Promise<Void>()
    return log.withLock { log in
      log.events[name] = log.events[name] ?? new
      return log.events[name] ?? new
    }
  }
}
