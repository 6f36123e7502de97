import Foundation
import Jobs
import Pledge
import Synchronization

@testable import JobsCommand
@testable import NATSJobs

/// The engines on which every test runs.
enum Kind: String, CaseIterable, Sendable {
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
/// All tests share a server, which ends with this process. Each has a stream of its own.
private let server = Promise { try await Server.start() }.shared()
private let names = Mutex(0)

func options() async throws -> NATSOptions {
  var options = NATSOptions(url: try await server.value.url)
  options.name = names.withLock { count in
    count += 1
    return "test\(count)"
  }
  // No test waits for it.
  options.silence = .seconds(3_600)
  return options
}
#endif

/// A handler whose jobs end when the test says so, and what it was called for.
final class Bench: Sendable {
  private struct Log {
    var started: [String] = []
    var discarded: [String] = []
    var work: [String: Promise<Data>] = [:]
    var waiting: [String: [Resolver<Void>]] = [:]
    var reached: Set<String> = []
  }

  private let log = Mutex(Log())

  var started: [String] { log.withLock(\.started) }
  var discarded: [String] { log.withLock(\.discarded) }

  /// Notes a job, and returns a promise for its end.
  func handle(_ job: Job) -> Promise<Data> {
    let name = "\(job.id).\(job.attempt)"
    let work = Promise<Data>(discard: { [self] in
      log.withLock { $0.discarded.append(name) }
      reach("discarded \(name)")
    })
    log.withLock { log in
      log.started.append(name)
      log.work[name] = work
    }
    reach("started \(name)")
    return work
  }

  /// Ends a job that has started.
  func end(_ name: String, _ text: String) {
    log.withLock { $0.work.removeValue(forKey: name) }?.resolve(Data(text.utf8))
  }

  /// The step of a `Jobs`, to wait for it.
  func step(_ step: Jobs.Step, _ name: String) { reach("\(step) \(name)") }

  func reach(_ event: String) {
    let resolvers = log.withLock { log in
      log.reached.insert(event)
      return log.waiting.removeValue(forKey: event)
    }
    for resolver in resolvers ?? [] { resolver.resolve() }
  }

  /// Waits until an event has happened, such as "started a.1".
  func event(_ event: String) async throws {
    let promise = Promise<Void> { resolver in
      let isReached = log.withLock { log in
        if !log.reached.contains(event) { log.waiting[event, default: []].append(resolver) }
        return log.reached.contains(event)
      }
      if isReached { resolver.resolve() }
    }
    try await promise.value
  }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
