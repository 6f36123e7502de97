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
  init(inner: Promise<UncheckedSendable<TResult>>) {
    self.inner = inner
    inner.ignoringErrors()
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
  ///   - closure: The work. If it throws, the task is faulted, or cancelled by ``CancelledError``.
  @preconcurrency
  public convenience init(
    _ executor: Executor = .default,
    closure: @escaping @Sendable () throws -> TResult
  ) {
    self.init(
      inner: Promise(value: ()).flatMap { _ in
        try executor.start { Promise(value: UncheckedSendable(try closure())) }
      }
    )
  }

  /// Returns a task that is cancelled.
  ///
  /// - Returns: The task.
  public class func cancelledTask() -> Self {
    self.init(inner: Promise(error: Cancellation()))
  }

  /// Returns a task for what `closure` returns; same as ``init(_:closure:)``.
  ///
  /// - Parameters:
  ///   - executor: Where `closure` runs.
  ///   - closure: The work.
  /// - Returns: The task.
  @preconcurrency
  public class func execute(
    _ executor: Executor = .default,
    closure: @escaping @Sendable () throws -> TResult
  ) -> Task {
    Task(executor, closure: closure)
  }

  /// Returns a task that completes as the one that `closure` returns.
  ///
  /// - Parameters:
  ///   - executor: Where `closure` runs; with the default one, before this returns.
  ///   - closure: The work. If it throws, the task is faulted, or cancelled by ``CancelledError``.
  /// - Returns: Another task than the one that `closure` returns.
  @preconcurrency
  public class func executeWithTask(
    _ executor: Executor = .default,
    closure: @escaping @Sendable () throws -> Task
  ) -> Task {
    Task(inner: Promise(value: ()).flatMap { _ in try executor.start { try closure().inner } })
  }
}
