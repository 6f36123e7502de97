#if NATS
import Foundation
import Pledge

/// Keeps jobs on a NATS server with JetStream, or on a cluster.
final class NATSEngine: Engine {
  private let connection: Connection
  private let calls = Threads(32)
  private let pulls = Threads(1)

  /// Connects to a server, and creates the stream and the store that jobs need.
  static func connect(_ options: NATSOptions) -> Promise<NATSEngine> {
    let threads = Threads(1)
    return threads.run { NATSEngine(try Connection(options)) }.ensure { threads.close() }
  }

  private init(_ connection: Connection) { self.connection = connection }

  deinit {
    connection.close()
    calls.close()
    pulls.close()
  }

  var silence: Duration? { connection.options.silence }

  func create(_ key: String, _ value: Data) -> Promise<Data> {
    call("create \(key)") { try $0.create(key, value) }
  }

  func value(of key: String) -> Promise<Data?> {
    call("get \(key)") { try $0.value(of: key) }
  }

  func watchAnswers(_ body: @escaping @Sendable (String, Data) -> Void) {
    let connection = connection
    let thread = Thread {
      // On another thread, because consumers may block.
      connection.watchAnswers { name, data in DispatchQueue.global().async { body(name, data) } }
    }
    thread.start()
  }

  func publish(_ name: String, _ message: Data) -> Promise<Void> {
    call("publish \(name)") { try $0.publish(name, message) }
  }

  func remove(_ name: String) -> Promise<Void> {
    call("remove \(name)") { try $0.remove(name) }
  }

  func pull(_ count: Int) -> Promise<[Delivery]> {
    call("fetch", on: pulls) { try $0.pull(count) }
  }

  /// Makes a call on a thread of its own, and repeats it while the server is away.
  private func call<Value: Sendable>(
    _ name: String,
    on threads: Threads? = nil,
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) -> Promise<Value> {
    let (threads, connection, options) = (threads ?? calls, connection, connection.options)
    let end = ContinuousClock.now + options.patience
    let backoff = Backoff.exponential(.milliseconds(20)).capped(at: .seconds(1)).jittered()
    let isPassing = { @Sendable (error: any Error) in
      (error as? Failure)?.isPassing == true && .now < end
    }
    return retry(max: .max, backoff: backoff, while: isPassing) {
      threads.run { try body(connection) }
    }
    .mapError { error in
      let last = (error as? RetryError)?.last ?? error
      return (last as? Failure)?.error(calling: name, options: options) ?? last
    }
  }
}

/// How to reach a server, and what to create on it.
struct NATSOptions: Sendable {
  /// One address, or several of a cluster, separated by commas; may contain `user:password@`.
  var url: String
  /// Files: a JWT and a seed from `nsc`, the server's authority, and this client's certificate.
  var (credentials, trust, certificate, key): (String?, String?, String?, String?)
  /// The name of the stream and of the key-value store, and on how many servers they are.
  var (name, replicas) = ("jobs", 1)
  /// How long jobs, claims, and answers are kept.
  var keep: Duration = .seconds(86_400)
  /// How long a worker may be silent before its jobs are delivered again.
  var silence: Duration = .seconds(5)
  /// How long a call is repeated while the server is away.
  var patience: Duration = .seconds(60)

  init(url: String) { self.url = url }

  /// The addresses without passwords, for messages.
  var shownURL: String { url.replacing(/\/\/[^@,]*@/, with: "//") }

  /// The host of the address, if there is only one.
  var host: String? {
    url.wholeMatch(of: /(?:\w+:\/\/)?(?:[^@]*@)?([^,:\/]+)(?::\d+)?\/?/).map { String($0.1) }
  }
}
#endif
