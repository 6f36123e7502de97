import Foundation
import Pledge

/// The system that keeps jobs, with keys that are written once, and a queue that delivers messages
/// until they are acknowledged.
protocol Engine: Sendable {
  /// How long a worker may be silent before its jobs are delivered again.
  var silence: Duration { get }

  /// Stores `value` unless the key has one, and returns the value that the key then has.
  func create(_ key: String, _ value: Data) -> Promise<Data>

  /// Returns the value of a key, if it has one.
  func value(of key: String) -> Promise<Data?>

  /// Calls `body` with each key `answer.…` and its value when it is created; may repeat old ones.
  func watchAnswers(_ body: @escaping @Sendable (String, Data) -> Void)

  /// Appends a message to the queue, unless it contains one of this name.
  func publish(_ name: String, _ message: Data) -> Promise<Void>

  /// Removes a message from the queue, if it is there, even if it has been delivered.
  func remove(_ name: String) -> Promise<Void>

  /// Returns one or more messages, at most `count`; possibly none, after a while.
  func pull(_ count: Int) -> Promise<[Delivery]>
}

/// A message that was delivered to this worker.
struct Delivery: Sendable {
  let name: String
  let message: Data
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
struct EngineError: Error, CustomStringConvertible {
  let description: String
  /// Whether a job or an answer is larger than the engine permits.
  let isOverLimit: Bool

  init(_ description: String, isOverLimit: Bool = false) {
    (self.description, self.isOverLimit) = (description, isOverLimit)
  }
}
