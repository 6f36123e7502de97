internal import Dispatch
internal import Pledge
internal import PledgeSupport

/// The states of a task.
enum TaskState<TResult> {
  case pending
  case success(TResult)
  case error(any Error)
  case cancelled
}

extension Task {
  /// The current state of the task.
  var state: TaskState<TResult> {
    switch inner.result {
    case nil: .pending
    case .success(let result): .success(result.value)
    case .failure(is Cancellation): .cancelled
    case .failure(let error): error.isBrokenPromise ? .pending : .error(error)
    }
  }

  /// Whether the task has succeeded, is faulted, or is canceled.
  ///
  /// Thread-safe, as are the other state properties.
  public var completed: Bool { inner.isFulfilled || inner.isRejected && brokenPromise == nil }

  /// Whether the task has an error; a canceled task has none.
  public var faulted: Bool { error != nil }

  /// Whether the task is canceled.
  public var cancelled: Bool {
    if case .cancelled = state { true } else { false }
  }

  /// The result, if the task has succeeded.
  public var result: TResult? {
    if case .success(let result) = state { result } else { nil }
  }

  /// The error, if the task is faulted.
  public var error: (any Error)? {
    if case .error(let error) = state { error } else { nil }
  }

  /// The reason why the task stays pending, if it is broken.
  var brokenPromise: (any Error)? {
    if case .failure(let error) = inner.result, error.isBrokenPromise { error } else { nil }
  }

  /// Blocks the thread until the task is completed, or forever if it is broken and stays pending.
  ///
  /// On the main thread, prints a warning in debug builds, because the code that completes the task
  /// or one of its continuations may need that thread. Continuations that were added before have
  /// been started when this returns.
  public func waitUntilCompleted() {
    #if DEBUG
    if isOnMain {
      debugPrint("Warning: waiting on the main thread until \(self) is completed.")
    }
    #endif
    if completed { return }
    let done = DispatchSemaphore(value: 0)
    inner.observe { outcome in
      if case .failure(let error) = outcome, error.isBrokenPromise { return }
      done.signal()
    }
    prepareToBlock()
    done.wait()
  }
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// The state, with the result or the error, such as `Task: Success(1)`, escaped.
  public var description: String {
    switch state {
    case .pending: "Task: Pending"
    case .success(let result): "Task: Success(\(result))".escaped()
    case .error(let error): "Task: Error(\(error))".escaped()
    case .cancelled: "Task: Cancelled"
    }
  }

  /// Same as ``description``.
  public var debugDescription: String { description }
}
