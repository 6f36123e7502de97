internal import Pledge

extension Task {
  /// Returns a task that completes when all `tasks` have.
  ///
  /// If any task is canceled, it is canceled. Otherwise, if any is faulted, it is faulted with an
  /// ``AggregateError``, even for a single error. Succeeds immediately if `tasks` is empty.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: A task without a result.
  @discardableResult
  public class func whenAll(_ tasks: [Task]) -> Task<Void> {
    Task<Void>(inner: results(of: tasks, throwing: \.aggregate).map { _ in UncheckedSendable(()) })
  }

  /// Same as ``whenAll(_:)-([Task<TResult>])``, for variadic arguments.
  @discardableResult
  public class func whenAll(_ tasks: Task...) -> Task<Void> {
    whenAll(tasks)
  }

  /// Returns a task for the results of all `tasks`, in their order.
  ///
  /// Same as ``whenAll(_:)-([Task<TResult>])``, with the results.
  @discardableResult
  public class func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> {
    Task<[TResult]>(inner: results(of: tasks, throwing: \.aggregate))
  }

  /// Same as ``whenAllResult(_:)-([Task<TResult>])``, for variadic arguments.
  @discardableResult
  public class func whenAllResult(_ tasks: Task...) -> Task<[TResult]> {
    whenAllResult(tasks)
  }

  /// Returns a task that succeeds when the first of `tasks` completes, whatever its outcome.
  ///
  /// Succeeds immediately if `tasks` is empty. A broken task does not complete unless
  /// ``BoltsConfiguration/rejectsBrokenPromises`` is set.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: A task without a result.
  @discardableResult
  public class func whenAny(_ tasks: [Task]) -> Task<Void> {
    guard !tasks.isEmpty else { return Task<Void>(()) }
    // Every completion becomes a value, so the result is broken only if all tasks are.
    let completions = tasks.map { task in
      task.inner.map { _ in UncheckedSendable(()) }
        .recover(if: { !$0.isBrokenPromise }) { _ in UncheckedSendable(()) }
    }
    return Task<Void>(inner: any(completions).mapError { Failures(among: $0)?.brokenPromise ?? $0 })
  }

  /// Same as ``whenAny(_:)-([Task<TResult>])``, for variadic arguments.
  @discardableResult
  public class func whenAny(_ tasks: Task...) -> Task<Void> {
    whenAny(tasks)
  }

  /// Returns a promise for the results of all `tasks`, rejected with the `error` of their failures.
  class func results(
    of tasks: [Task],
    throwing error: @escaping @Sendable (Failures) -> (any Error)?
  ) -> Promise<UncheckedSendable<[TResult]>> {
    allSettled(tasks.map(\.inner)).map { outcomes in
      let failures = Failures(of: outcomes)
      if let error = failures.brokenPromise ?? error(failures) { throw error }
      return UncheckedSendable(try outcomes.map { try $0.get().value })
    }
  }
}

/// The failures among several tasks.
struct Failures {
  /// The errors, in the order of the tasks.
  var errors: [any Error] = []
  /// Whether any of the tasks is canceled.
  var includeCancellation = false
  /// The reason why one of the tasks never completes, if there is such a task.
  var brokenPromise: (any Error)?

  /// The error of ``Task/whenAll(_:)-([Task<TResult>])``.
  fileprivate var aggregate: (any Error)? {
    if includeCancellation { return Cancellation() }
    return errors.isEmpty ? nil : AggregateError(errors: errors)
  }

  init<Value>(of outcomes: [Result<Value, any Error>]) {
    self.init(
      outcomes.compactMap { outcome in
        if case .failure(let error) = outcome { error } else { nil }
      }
    )
  }

  /// Creates the failures of several tasks that have all failed or been canceled.
  init?(among error: any Error) {
    guard let all = error as? Pledge.AggregateError else { return nil }
    self.init(all.errors)
  }

  init(_ reasons: [any Error]) {
    brokenPromise = reasons.first(where: \.isBrokenPromise)
    errors = reasons.filter { !($0 is Cancellation) }
    includeCancellation = errors.count < reasons.count
  }
}
