internal import Pledge

/// What a closure throws to cancel the task that it makes.
///
/// Only closures are asked: `set(error: CancelledError())` makes a task that is faulted.
public struct CancelledError: Error {
  /// Creates the error.
  public init() {}
}

/// The error of ``Task/whenAll(_:)-([Task<TResult>])`` if any of the tasks is faulted.
public struct AggregateError: Error {
  /// The errors of the faulted tasks, in the order of the tasks; there may be one only.
  public let errors: [any Error]
}

/// Why the promise of a cancelled task is rejected.
///
/// Nobody outside sees it, so no error that is set can be taken for it.
struct Cancellation: CancellableError {
  var isCancelled: Bool { true }

  /// Returns what `body` returns; a ``CancelledError`` that it throws becomes a cancellation.
  static func translating<Output>(_ body: () throws -> Output) throws -> Output {
    do {
      return try body()
    } catch is CancelledError {
      throw Cancellation()
    }
  }
}
