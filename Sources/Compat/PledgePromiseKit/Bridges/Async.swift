internal import Pledge

extension Promise {
  /// Waits for this promise in a task.
  ///
  /// The outcome passes through the queue of `conf.Q.return`. Canceling the task does not end the
  /// wait. If the promise is broken, the task never continues, unless
  /// ``PMKConfiguration/rejectsBrokenPromises`` is on.
  ///
  /// - Returns: The value.
  /// - Throws: The error, cancellations included.
  public nonisolated(nonsending) func async() async throws -> T {
    let hop = Hop(conf.Q.return, nil)
    let outcome = await withCheckedContinuation { continuation in
      uncheckedFuture.observe(through: hop) { continuation.resume(returning: $0) }
    }
    switch outcome {
    case .success(let value): return value.value
    case .failure(let error): throw error.perceived
    }
  }
}

extension Guarantee {
  /// Same as ``Promise/async()``; if nothing can resolve this anymore, the task never continues.
  public nonisolated(nonsending) func async() async -> T {
    let hop = Hop(conf.Q.return, nil)
    return await withCheckedContinuation { continuation in
      inner.observe(through: hop) { outcome in
        if case .success(let value) = outcome { continuation.resume(returning: value) }
      }
    }.value
  }
}
