import Foundation
import Pledge

/// What jobs need from the system that keeps them: keys that are written once, and a queue that
/// delivers again what is not acknowledged.
protocol Engine: Sendable {
  /// How long a worker may be silent before its jobs are delivered again; `nil` if it cannot die
  /// alone.
  var silence: Duration? { get }

  /// Stores `value` unless the key has one, and returns the value that the key then has.
  func create(_ key: String, _ value: Data) -> Promise<Data>

  /// Returns the value of a key, if it has one.
  func value(of key: String) -> Promise<Data?>

  /// Calls `body` with each key that begins with `prefix` and a dot, and its value, when it is
  /// created; those that exist may be repeated.
  func watch(_ prefix: String, _ body: @escaping @Sendable (String, Data) -> Void)

  /// Appends a message to the queue, unless it contains one of this name.
  func publish(_ name: String, _ payload: Data) -> Promise<Void>

  /// Removes a message from the queue, if it is there, even if it has been delivered.
  func remove(_ name: String) -> Promise<Void>

  /// Returns one or more messages, at most `count`; possibly none, after a while.
  func pull(_ count: Int) -> Promise<[Delivery]>
}

/// A message that was delivered to this worker.
struct Delivery: Sendable {
  let name: String
  let payload: Data
  /// How often it was delivered, including this time.
  let number: Int
  /// Removes it from the queue.
  let acknowledge: @Sendable () -> Void
  /// Delivers it again, after a delay.
  let handBack: @Sendable (Duration) -> Void
  /// Reports that its worker is alive.
  var report: @Sendable () -> Void = {}
}

/// A failure of the engine, and not of the work, with its remedy.
enum EngineError: Error, Equatable, CustomStringConvertible {
  case noServer(url: String)
  case refused(url: String, reason: String)
  case untrusted(url: String, reason: String)
  case noJetStream(url: String)
  case overLimit(bytes: Int, limit: Int)
  case noStream(String)
  case failed(call: String, reason: String)

  var description: String {
    switch self {
    case .noServer(let url):
      "No server answers at \(url). Start one with 'nats-server -js', or correct the address."
    case .refused(let url, let reason):
      "The server at \(url) refuses these credentials (\(reason)). Correct the user, the password, "
        + "or the file of --credentials."
    case .untrusted(let url, let reason):
      "There is no TLS connection to \(url) (\(reason)). Give the server's authority with --trust, "
        + "and, if the server asks for them, --certificate and --key."
    case .noJetStream(let url):
      "The server at \(url) has no JetStream. Start it with 'nats-server -js'."
    case .overLimit(let bytes, let limit):
      "The job has \(bytes) bytes, and the server accepts \(limit). Raise its max_payload, or store "
        + "the data elsewhere and submit its address."
    case .noStream(let name):
      "The server has no stream '\(name)': it was deleted, or this user may not use it. Restart the "
        + "program, which creates it, or grant the permission."
    case .failed(let call, let reason):
      "The server has not carried out '\(call)' (\(reason)). Look at the log of the server."
    }
  }
}
