internal import Pledge

/// An error that a closure throws to cancel the task it creates.
///
/// This applies only to closures: `set(error: CancelledError())` makes a task faulted, not
/// canceled.
public struct CancelledError: Error {
  /// Creates the error.
  public init() {}
}

/// The error of ``Task/whenAll(_:)-([Task<TResult>])`` if any of the tasks is faulted.
public struct AggregateError: Error {
  /// The errors of the faulted tasks, in the order of the tasks; at least one.
  public let errors: [any Error]
}

/// The rejection of the promise behind a canceled task.
///
/// It is internal, so no error that a client sets can be mistaken for it.
struct Cancellation: CancellableError {
  var isCancelled: Bool { true }

  /// Returns the result of `body`, and turns a thrown ``CancelledError`` into a cancellation.
  static func translating<Output>(_ body: () throws -> Output) throws -> Output {
    do {
      return try body()
    } catch is CancelledError {
      throw Cancellation()
    }
  }
}
