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
  var options = NATSOptions(url: try #require(url, "Run them with Scripts/Checks/examples jobs."))
  // No test waits for a redelivery.
  (options.name, options.silence) = ("test-\(UUID())", .seconds(3_600))
  return options
}
#endif

/// A handler whose jobs end when the test says so, and all that happened.
final class Bench: Sendable {
  private struct Log {
    var happened: [String] = []
    var work: [String: Promise<Data>] = [:]
    var events: [String: Promise<Void>] = [:]
  }

  private let log = Mutex(Log())
  /// Ends all workers with the test.
  private let workers = DiscardBag()

  /// The names of the jobs to which something happened, in this order.
  func jobs(_ event: String) -> [String] {
    let words = log.withLock(\.happened).map { $0.split(separator: " ") }
    return words.filter { $0[0] == event }.map { String($0[1]) }
  }

  /// Starts a worker, with this handler or another one.
  func work(on jobs: Jobs, handler: (@Sendable (Job) throws -> Future<Data>)? = nil) {
    let handle = { @Sendable [unowned self] job in self.handle(job) }
    jobs.work(limit: 1, handler: handler ?? handle).discarded(by: workers).ignoringErrors()
  }

  /// Notes a job, and returns a promise for its end.
  @discardableResult func handle(_ job: Job) -> Promise<Data> {
    let end = Promise<Data>(discard: { [self] in happened("discarded \(job.name)") })
    log.withLock { $0.work[job.name] = end }
    happened("started \(job.name)")
    return end
  }

  /// Ends a job that has started.
  func end(_ name: String) {
    log.withLock { $0.work.removeValue(forKey: name) }?.resolve(Data("output".utf8))
  }

  /// Waits for the start of a job, ends it, and expects its answer.
  func expectOutput(of name: String, for answers: Future<Data>...) async throws {
    try await event("started \(name)")
    end(name)
    for answer in answers { #expect(try await answer.value.text == "output") }
  }

  /// Waits for a step of a job, a start, or a discard, such as "started a.1".
  func event(_ name: String) async throws { try await promise(for: name).value }

  func note(_ step: Jobs.Step, _ name: String) { happened("\(step) \(name)") }

  func happened(_ name: String) {
    log.withLock { $0.happened.append(name) }
    promise(for: name).resolve()
  }

  func promise(for name: String) -> Promise<Void> {
    log.withLock { log in
      let event = log.events[name] ?? Promise()
      log.events[name] = event
      return event
    }
  }
}
