#if NATS
import Foundation
import Pledge

/// Keeps jobs on a NATS server with JetStream, or on a cluster.
final class NATSEngine: Engine {
  private let connection: Connection
  private let calls: Threads
  private let pulls: Threads

  /// Connects to a server, and creates the stream and the store that jobs need.
  ///
  /// - Returns: A promise for the engine, rejected with `EngineError`.
  static func connect(_ options: NATSOptions) -> Promise<NATSEngine> {
    let threads = Threads(1)
    return threads.run { NATSEngine(try Connection(options)) }.ensure { threads.close() }
  }

  private init(_ connection: Connection) {
    self.connection = connection
    calls = Threads(32)
    pulls = Threads(1)
  }

  /// Closes the connection; calls are then rejected.
  func close() {
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

  /// Calls `body` on a global queue when a key is created, and repeats keys that exist.
  func watch(_ prefix: String, _ body: @escaping @Sendable (String, Data) -> Void) {
    let connection = connection
    let thread = Thread {
      connection.watch(prefix) { key, value in DispatchQueue.global().async { body(key, value) } }
    }
    thread.start()
  }

  func publish(_ name: String, _ payload: Data) -> Promise<Void> {
    call("publish \(name)") { try $0.publish(name, payload) }
  }

  func remove(_ name: String) -> Promise<Void> {
    call("remove \(name)") { try $0.remove(name) }
  }

  /// Returns at most `count` messages; none if none comes within a second.
  func pull(_ count: Int) -> Promise<[Delivery]> {
    call("fetch", on: pulls) { try $0.pull(count) }
  }

  /// Makes a call on a thread of its own, and repeats it while the server is away.
  private func call<Value: Sendable>(
    _ name: String,
    on threads: Threads? = nil,
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) -> Promise<Value> {
    let (threads, connection) = (threads ?? calls, connection)
    let options = connection.options
    let end = ContinuousClock.now + options.patience
    return retry(
      max: .max,
      backoff: .exponential(.milliseconds(20)).capped(at: .seconds(1)).jittered(),
      while: { ($0 as? Failure)?.isPassing == true && .now < end },
      { threads.run { try body(connection) } }
    )
    .mapError { error in
      let last = (error as? RetryError)?.last ?? error
      return (last as? Failure)?.error(calling: name, options: options) ?? last
    }
  }
}
#endif
