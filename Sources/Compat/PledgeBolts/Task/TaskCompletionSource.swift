internal import Pledge

/// The producer's side of a task.
///
///     let source = TaskCompletionSource<Data>()
///     sdk.load { data in source.set(result: data) }
///     return source.task
///
/// If the source is released without completing its task, the task is broken: it stays pending
/// unless ``BoltsConfiguration/rejectsBrokenPromises`` is set. If the task has a consumer, this is
/// reported to Pledge's `UnhandledRejections`.
public final class TaskCompletionSource<TResult>: Sendable {
  /// The task that this source completes.
  public let task: Task<TResult>

  private let resolver: Resolver<UncheckedSendable<TResult>>

  /// Creates a source with a pending task.
  ///
  /// - Parameters:
  ///   - file: The file to report if the source is released without completing its task.
  ///   - line: The line to report if the source is released without completing its task.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    let (promise, resolver) = Promise<UncheckedSendable<TResult>>.pending(file: file, line: line)
    self.resolver = resolver
    task = Task(source: promise)
  }

  /// Completes the task with success, or stops the program if it is already completed.
  ///
  /// Thread-safe. Continuations have run or are queued on their executors when this returns.
  ///
  /// - Parameter result: The result.
  public func set(result: TResult) {
    precondition(trySet(result: result), "set(result:): the task is completed; try trySet(result:)")
  }

  /// Same as ``set(result:)``, with an error; ``CancelledError`` counts as an ordinary one.
  public func set(error: any Error) {
    precondition(trySet(error: error), "set(error:): the task is completed; try trySet(error:)")
  }

  /// Same as ``set(result:)``, except that it cancels the task.
  public func cancel() {
    precondition(tryCancel(), "cancel(): the task is completed; try tryCancel()")
  }

  /// Completes the task with success, unless it is already completed.
  ///
  /// - Parameter result: The result.
  /// - Returns: Whether this call completed the task.
  @discardableResult
  public func trySet(result: TResult) -> Bool {
    resolver.resolve(UncheckedSendable(result))
  }

  /// Same as ``trySet(result:)``, with an error.
  @discardableResult
  public func trySet(error: any Error) -> Bool {
    resolver.reject(error)
  }

  /// Same as ``trySet(result:)``, except that it cancels the task.
  @discardableResult
  public func tryCancel() -> Bool {
    resolver.reject(Cancellation())
  }
}
