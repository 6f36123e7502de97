internal import Pledge

/// The consumer's view of a result, which completes once: with success, with an error or cancelled.
///
///     load(1).continueOnSuccessWith(.mainThread) { user in show(user) }
///
/// It has the name of Swift's own type and hides that where this module is imported; write
/// `_Concurrency.Task` for that one.
public final class Task<TResult>: Sendable {
  /// A closure without arguments, as executors get it.
  public typealias Continuation = @Sendable () -> Void

  let inner: Promise<UncheckedSendable<TResult>>

  /// A task that completes as `inner` is settled; nobody has to hear of an error of a task.
  ///
  /// Its continuation waits, whoever keeps the task: the loss of a producer is reported.
  init(inner: Promise<UncheckedSendable<TResult>>) {
    self.inner = inner
    if inner.isPending {
      inner.ignoringErrors()
    } else if inner.isRejected {
      _ = inner.mapError { $0 is BrokenPromiseError ? $0 : DiscardedError() }
    }
  }

  /// A task for which nobody waits yet, of a source that keeps it until it is completed.
  init(source inner: Promise<UncheckedSendable<TResult>>) {
    self.inner = inner
    // Here nobody discards, so a consumer on Pledge's side that leaves must not.
    inner.shared()
  }

  deinit {
    // To read an error is to hear of it.
    _ = inner.result
  }

  /// Creates a task that has succeeded.
  ///
  /// - Parameter result: Its result.
  public convenience init(_ result: TResult) {
    self.init(inner: Promise(value: UncheckedSendable(result)))
  }

  /// Creates a task that is faulted.
  ///
  /// - Parameter error: Its error; also a ``CancelledError`` is one here.
  public convenience init(error: any Error) {
    self.init(inner: Promise(error: error))
  }

  /// Creates a task for what `closure` returns.
  ///
  /// - Parameters:
  ///   - executor: Where `closure` runs; with the default one, before this returns.
  ///   - file: The place that is named if the executor loses `closure`.
  ///   - line: The line of that place.
  ///   - closure: The work. If it throws, the task is faulted, or cancelled by ``CancelledError``.
  @preconcurrency
  public convenience init(
    _ executor: Executor = .default,
    file: StaticString = #fileID,
    line: UInt = #line,
    closure: @escaping @Sendable () throws -> TResult
  ) {
    self.init(
      inner: Promise(value: (), file: file, line: line).flatMap { _ in
        try executor.start(file: file, line: line) {
          Promise(value: UncheckedSendable(try closure()))
        }
      }
    )
  }

  /// Returns a task that is cancelled.
  ///
  /// - Returns: The task.
  public class func cancelledTask() -> Self {
    self.init(inner: Promise(error: Cancellation()))
  }

  /// Returns a task for what `closure` returns; same as ``init(_:file:line:closure:)``.
  ///
  /// - Parameters:
  ///   - executor: Where `closure` runs.
  ///   - file: The place that is named if the executor loses `closure`.
  ///   - line: The line of that place.
  ///   - closure: The work.
  /// - Returns: The task.
  @preconcurrency
  public class func execute(
    _ executor: Executor = .default,
    file: StaticString = #fileID,
    line: UInt = #line,
    closure: @escaping @Sendable () throws -> TResult
  ) -> Task {
    Task(executor, file: file, line: line, closure: closure)
  }

  /// Returns a task that completes as the one that `closure` returns.
  ///
  /// - Parameters:
  ///   - executor: Where `closure` runs; with the default one, before this returns.
  ///   - file: The place that is named if the executor loses `closure`.
  ///   - line: The line of that place.
  ///   - closure: The work. If it throws, the task is faulted, or cancelled by ``CancelledError``.
  /// - Returns: Another task than the one that `closure` returns.
  @preconcurrency
  public class func executeWithTask(
    _ executor: Executor = .default,
    file: StaticString = #fileID,
    line: UInt = #line,
    closure: @escaping @Sendable () throws -> Task
  ) -> Task {
    Task(
      inner: Promise(value: (), file: file, line: line).flatMap { _ in
        try executor.start(file: file, line: line) { try closure().inner }
      }
    )
  }
}
