internal import Pledge

/// The consumer's view of a result, which completes once: with success, with an error, or canceled.
///
///     load(1).continueOnSuccessWith(.mainThread) { user in show(user) }
///
/// It hides Swift's own type of the same name where this module is imported; write
/// `_Concurrency.Task` for that one.
public final class Task<TResult>: Sendable {
  /// A closure without arguments, as passed to executors.
  public typealias Continuation = @Sendable () -> Void

  let inner: Promise<UncheckedSendable<TResult>>

  /// Creates a task that completes when `inner` is settled.
  ///
  /// Its errors need not be handled. Counts as a continuation of `inner`, so a broken promise is
  /// reported even if the task is not kept.
  init(inner: Promise<UncheckedSendable<TResult>>) {
    self.inner = inner
    if inner.isPending {
      inner.ignoringErrors()
    } else if inner.isRejected {
      _ = inner.mapError { $0 is BrokenPromiseError ? $0 : DiscardedError() }
    }
  }

  /// Creates a task without consumers for a completion source, which keeps it until it is
  /// completed.
  init(source inner: Promise<UncheckedSendable<TResult>>) {
    self.inner = inner
    // Bolts has no discards, so a consumer on Pledge's side must not discard the promise by
    // detaching.
    inner.shared()
  }

  deinit {
    // Reading an error marks it as handled.
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
  /// - Parameter error: Its error. A ``CancelledError`` counts as an ordinary error.
  public convenience init(error: any Error) {
    self.init(inner: Promise(error: error))
  }

  /// Creates a task for the value that `closure` returns.
  ///
  /// - Parameters:
  ///   - executor: Where `closure` runs; with the default executor, before this returns.
  ///   - file: The file to report if the executor drops `closure`.
  ///   - line: The line to report if the executor drops `closure`.
  ///   - closure: The work. If it throws, the task is faulted, or canceled if the error is
  ///     ``CancelledError``.
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

  /// Returns a task that is canceled.
  public class func cancelledTask() -> Self {
    self.init(inner: Promise(error: Cancellation()))
  }

  /// Same as ``init(_:file:line:closure:)``.
  @preconcurrency
  public class func execute(
    _ executor: Executor = .default,
    file: StaticString = #fileID,
    line: UInt = #line,
    closure: @escaping @Sendable () throws -> TResult
  ) -> Task {
    Task(executor, file: file, line: line, closure: closure)
  }

  /// Same as ``init(_:file:line:closure:)``, for a task that follows the one of `closure`.
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
