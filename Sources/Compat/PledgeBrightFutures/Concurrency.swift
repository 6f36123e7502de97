internal import Pledge

extension Async {
  /// Waits for the value; canceling the task does not end the wait.
  @_disfavoredOverload
  public nonisolated func get() async -> Value {
    await core.value()
  }
}

extension Async where Value: ResultProtocol {
  /// Waits for the value or the error.
  ///
  /// Canceling the task does not end the wait.
  ///
  /// - Returns: The value of a success.
  /// - Throws: The error of a failure, or Pledge's `BrokenPromiseError` if this is broken and
  ///   ``BrightFuturesConfiguration/rejectsBrokenPromises`` is set. Otherwise, waiting for a broken
  ///   future never ends.
  @_disfavoredOverload
  public nonisolated func get() async throws -> Value.Value {
    try await core.outcome().get().value.result.get()
  }
}

extension Async where Value: ResultProtocol, Value.Error == Never {
  /// Waits for the value; canceling the task does not end the wait.
  public nonisolated func get() async -> Value.Value {
    let result: Value = await get()
    switch result.result {
    case .success(let value): return value
    }
  }
}

// Pledge's own `async` accessors detach if the task is canceled; the original keeps waiting.
extension Core {
  /// Waits for the value.
  ///
  /// Never returns if this is broken; the runtime then reports a leaked continuation.
  fileprivate func value() async -> Value {
    await withCheckedContinuation { continuation in
      handled.observe { outcome in
        if case .success(let box) = outcome { continuation.resume(returning: box) }
      }
    }.value
  }

  fileprivate func outcome() async -> Result<UncheckedSendable<Value>, any Error> {
    await withCheckedContinuation { continuation in
      handled.observe { outcome in
        if case .failure(let error) = outcome, error.isBrokenPromise { return }
        continuation.resume(returning: outcome)
      }
    }
  }
}
