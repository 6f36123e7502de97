internal import Pledge

extension Future {
  /// Waits for the outcome, for at most `limit` of real time and until the task is canceled.
  ///
  /// If the wait ends without an outcome, its stage stays attached: detaching the last consumer
  /// would discard the work (spec 6.3), a side effect that an inspection must not have. The stage
  /// handles no errors, so a later rejection is still reported if it would have been reported
  /// otherwise.
  ///
  /// - Parameters:
  ///   - limit: The maximum real time to wait.
  ///   - patience: The real time after which a wait is likely to last until the limit.
  ///   - remind: A closure that announces such a wait; called at most once.
  /// - Returns: The outcome, or `nil` if there is none yet. A rejection counts as handled.
  nonisolated(nonsending) func settled(
    within limit: Duration,
    patience: Duration = .seconds(10),
    remind: () -> Void = {}
  ) async -> Result<Value, any Error>? {
    let end = Promise<Void>()
    let stage = ensure { end.resolve() }
    // The task waits for `end`, because detaching from `end` never discards it (spec 6.3.8).
    try? await end.timeout(after: min(limit, patience)).value
    if end.isPending, limit > patience, !Task.isCancelled {
      remind()
      try? await end.timeout(after: limit - patience).value
    }
    if end.isPending { end.resolve() }
    guard let result else { return nil }
    stage.ignoringErrors()
    return result
  }
}

extension Duration {
  /// The end of a sentence about something that did not happen within this time.
  var exceeded: String { Task.isCancelled ? "before the task was canceled" : "within \(self)" }
}
