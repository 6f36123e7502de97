internal import PledgeSupport

@_exported public import struct PledgeCore.BrokenPromiseError
@_exported public import protocol PledgeCore.CancellableError
@_exported public import struct PledgeCore.CycleError
@_exported public import struct PledgeCore.DiscardedError

// The errors of the core, above, are public under the name of this module, too.

/// An error that indicates that a callback received neither a value nor an error (spec 2.5.1).
public struct NoOutcomeError: Error, Hashable, CustomStringConvertible {
  /// The function that was given the callback, if known.
  public let function: String?

  /// Creates the error.
  ///
  /// - Parameter function: The function that was given the callback.
  public init(function: String? = nil) {
    self.function = function
  }

  /// A description of the error, with the function that called back.
  public var description: String {
    "\((function ?? "a function").line(limit: .name)) called back with neither a value nor an error"
  }
}

/// An error that indicates that a promise was not settled within its time limit (spec 11.5.2).
public struct TimeoutError: Error, Hashable, CustomStringConvertible {
  /// The limit that was exceeded.
  public let limit: Duration

  /// The promise that was waited for at the limit: the pending one furthest up (spec 11.5.8).
  ///
  /// `nil` if the error was not created by `timeout` or `deadline`. Two errors with the same limit
  /// are equal, whatever they waited for.
  public let waitedFor: PromiseOrigin?

  /// Creates the error for a promise that exceeded `limit`.
  ///
  /// - Parameter limit: The time limit.
  public init(limit: Duration) {
    self.init(limit: limit, waitedFor: nil)
  }

  init(limit: Duration, waitedFor: PromiseOrigin?) {
    self.limit = limit
    self.waitedFor = waitedFor
  }

  /// A description of the error, with the limit and the promise that was waited for.
  public var description: String {
    "not settled within \(limit)" + (waitedFor.map { ", waiting for \($0)" } ?? "")
  }

  /// Returns whether both limits are the same.
  public static func == (left: TimeoutError, right: TimeoutError) -> Bool {
    left.limit == right.limit
  }

  /// Hashes the limit.
  public func hash(into hasher: inout Hasher) { hasher.combine(limit) }
}

/// An error that indicates an invalid argument (spec 11.6.9, 11.7.7).
public struct ArgumentError: Error, Hashable, CustomStringConvertible {
  /// The argument with its value, and which values are valid, with unprintable characters escaped.
  public let description: String

  /// Creates the error, for your own functions that reject an argument.
  ///
  /// - Parameter description: The argument with its value, and which values are valid.
  public init(_ description: String) {
    self.description = description.escaped()
  }
}

/// An error that indicates that a queue had no more room for an operation (spec 14.7.8).
public struct QueueFullError: Error, Hashable, CustomStringConvertible {
  /// The maximum number of waiting operations.
  public let maxWaiting: Int

  /// The operation that was rejected, if the error was created by a queue; not compared.
  public let origin: PromiseOrigin?

  /// Creates the error.
  ///
  /// - Parameter maxWaiting: The maximum number of waiting operations.
  public init(maxWaiting: Int) {
    self.init(maxWaiting: maxWaiting, from: nil)
  }

  init(maxWaiting: Int, from origin: PromiseOrigin?) {
    self.maxWaiting = maxWaiting
    self.origin = origin
  }

  /// A description of the error, with the operation and the maximum.
  public var description: String {
    "\(origin.introduction)the queue is full, at most \(maxWaiting) may wait"
  }

  /// Returns whether both maximums are the same.
  public static func == (left: QueueFullError, right: QueueFullError) -> Bool {
    left.maxWaiting == right.maxWaiting
  }

  /// Hashes the maximum.
  public func hash(into hasher: inout Hasher) { hasher.combine(maxWaiting) }
}

/// An error that indicates that a batch has no value for a requested key (spec 19.2.3).
public struct MissingKeyError: Error, CustomStringConvertible {
  /// The key.
  public let key: any Hashable & Sendable

  /// Creates the error.
  ///
  /// - Parameter key: The key without a value.
  public init(_ key: any Hashable & Sendable) {
    self.key = key
  }

  /// A description of the error, with the key.
  public var description: String {
    "the batch has no value for the key \("\(key)".line(limit: .name))"
  }
}

/// An error that indicates that a stage had nothing to rescue and could not forward the value.
///
/// A value can only be forwarded if it has the type of the stage (spec 13.6.6).
public struct NothingToRescueError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A description of the error.
  public var description: String {
    "there was nothing to rescue, and the value does not have the type of the stage"
  }
}
