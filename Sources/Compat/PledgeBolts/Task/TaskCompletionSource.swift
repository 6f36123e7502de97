internal import Pledge

/// The producer's side of a task: what completes it.
///
///     let source = TaskCompletionSource<Data>()
///     sdk.load { data in source.set(result: data) }
///     return source.task
///
/// If it is released without having completed its task, the task is broken: it stays pending, unless
/// ``BoltsConfiguration/rejectsBrokenPromises`` is set. If anything waits for the task, that is reported
/// to Pledge's `UnhandledRejections`.
public final class TaskCompletionSource<TResult>: Sendable {
  /// The task that this completes.
  public let task: Task<TResult>

  private let resolver: Resolver<UncheckedSendable<TResult>>

  /// Creates a source with a task that is pending.
  ///
  /// - Parameters:
  ///   - file: The place that is named if the source is lost.
  ///   - line: The line of that place.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    let (promise, resolver) = Promise<UncheckedSendable<TResult>>.pending(file: file, line: line)
    self.resolver = resolver
    task = Task(source: promise)
  }

  /// Completes the task with success; a task that is completed already stops the program.
  ///
  /// Any thread. Continuations have run, or are with their executors, before this returns.
  ///
  /// - Parameter result: The result.
  public func set(result: TResult) {
    precondition(trySet(result: result), "set(result:): the task is completed; try trySet(result:)")
  }

  /// Completes the task with an error; a task that is completed already stops the program.
  ///
  /// Same as ``set(result:)``.
  ///
  /// - Parameter error: The error; a ``CancelledError`` is one like any other.
  public func set(error: any Error) {
    precondition(trySet(error: error), "set(error:): the task is completed; try trySet(error:)")
  }

  /// Cancels the task; a task that is completed already stops the program.
  ///
  /// Same as ``set(result:)``.
  public func cancel() {
    precondition(tryCancel(), "cancel(): the task is completed; try tryCancel()")
  }

  /// Completes the task with success, unless it is completed already.
  ///
  /// - Parameter result: The result.
  /// - Returns: Whether this has completed it.
  @discardableResult
  public func trySet(result: TResult) -> Bool {
    resolver.fulfill(UncheckedSendable(result))
  }

  /// Completes the task with an error, unless it is completed already.
  ///
  /// - Parameter error: The error.
  /// - Returns: Whether this has completed it.
  @discardableResult
  public func trySet(error: any Error) -> Bool {
    resolver.reject(error)
  }

  /// Cancels the task, unless it is completed already.
  ///
  /// - Returns: Whether this has cancelled it.
  @discardableResult
  public func tryCancel() -> Bool {
    resolver.reject(Cancellation())
  }
}
