internal import Pledge

extension Async {
  /// Waits for the value.
  ///
  /// A task that is cancelled goes on waiting, as the work goes on.
  ///
  /// - Returns: The value.
  @_disfavoredOverload
  public nonisolated func get() async -> Value {
    await core.value()
  }
}

extension Async where Value: ResultProtocol {
  /// Waits for the value, or the error.
  ///
  /// A task that is cancelled goes on waiting, as the work goes on.
  ///
  /// - Returns: The value of a success.
  /// - Throws: The error of a failure; Pledge's `BrokenPromiseError` if this is broken and
  ///   ``BrightFuturesConfiguration/rejectsBrokenPromises`` is set. Otherwise a broken future is waited
  ///   for forever.
  @_disfavoredOverload
  public nonisolated func get() async throws -> Value.Value {
    try await core.outcome().get().value.result.get()
  }
}

extension Async where Value: ResultProtocol, Value.Error == Never {
  /// Waits for the value.
  ///
  /// A task that is cancelled goes on waiting, as the work goes on.
  ///
  /// - Returns: The value.
  public nonisolated func get() async -> Value.Value {
    let result: Value = await get()
    switch result.result {
    case .success(let value): return value
    }
  }
}

// A cancelled task would leave the promises of Pledge; the original waits on.
extension Core {
  /// The value; it never comes if nobody can complete this, of which the runtime tells.
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
