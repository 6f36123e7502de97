internal import Dispatch
internal import Pledge

internal import struct PledgeCore.Nesting

/// What a task can be.
enum TaskState<TResult> {
  case pending
  case success(TResult)
  case error(any Error)
  case cancelled
}

extension Task {
  /// What the task is now.
  var state: TaskState<TResult> {
    switch inner.result {
    case nil: .pending
    case .success(let result): .success(result.value)
    case .failure(is Cancellation): .cancelled
    case .failure(let error): error.isBrokenPromise ? .pending : .error(error)
    }
  }

  /// Whether the task has succeeded, is faulted or cancelled.
  ///
  /// Any thread, as for all of the state.
  public var completed: Bool { inner.isFulfilled || inner.isRejected && brokenPromise == nil }

  /// Whether the task has an error; a cancelled one has none.
  public var faulted: Bool { error != nil }

  /// Whether the task is cancelled.
  public var cancelled: Bool {
    if case .cancelled = state { true } else { false }
  }

  /// The result of a task that has succeeded.
  public var result: TResult? {
    if case .success(let result) = state { result } else { nil }
  }

  /// The error of a task that is faulted.
  public var error: (any Error)? {
    if case .error(let error) = state { error } else { nil }
  }

  /// Why the task stays pending, if it is broken.
  var brokenPromise: (any Error)? {
    if case .failure(let error) = inner.result, error.isBrokenPromise { error } else { nil }
  }

  /// Blocks the thread until the task is completed; forever, if it is broken and stays pending.
  ///
  /// On the main thread it prints a warning in debug builds, as whoever completes the task, or one of
  /// its continuations, may need that thread. Continuations that were added before have been started
  /// when it returns.
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
    Nesting.runDeferredBeforeBlocking()
    done.wait()
  }
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// The state, with the result or the error: `Task: Success(1)`.
  public var description: String {
    switch state {
    case .pending: "Task: Pending"
    case .success(let result): "Task: Success(\(result))"
    case .error(let error): "Task: Error(\(error))"
    case .cancelled: "Task: Cancelled"
    }
  }

  /// Same as ``description``.
  public var debugDescription: String { description }
}
