internal import Pledge

extension Future {
  /// Waits for the outcome for at most `limit` of real time, and no longer than the task lives.
  ///
  /// A wait that ends without an outcome leaves a stage behind rather than leaving the promise: who
  /// leaves last discards the work (spec 6.3), which would be a side effect of looking at it. That
  /// stage hears of nothing, so a rejection that comes later is unheard if it was before.
  ///
  /// - Returns: The outcome, of which the caller has heard; `nil` if there is none yet.
  nonisolated(nonsending) func settled(within limit: Duration) async -> Result<Value, any Error>? {
    let end = Promise<Void>()
    let stage = ensure { end.resolve() }
    // What waits here leaves `end`, which is never discarded for that (spec 6.3.8).
    try? await end.timeout(after: limit).value
    if end.isPending { end.resolve() }
    guard let result else { return nil }
    stage.ignoringErrors()
    return result
  }
}

extension Duration {
  /// How a sentence ends about what did not happen within this time.
  var exceeded: String { Task.isCancelled ? "before the task was cancelled" : "within \(self)" }
}
