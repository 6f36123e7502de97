internal import PledgeCore

extension Future {
  /// The value, once there is one.
  ///
  ///     let user = try await loader.load(1).value
  ///
  /// Any number of tasks may await it, any number of times. A settled promise answers without
  /// suspending, even in a cancelled task. A task that is cancelled while it waits leaves at once:
  /// it throws `CancellationError`, and if it was the last consumer, the work is discarded
  /// (spec 10.1).
  ///
  /// - Throws: The error of a rejection, ``RejectionReasonError`` for a reason that is none, ``DiscardedError``
  ///   for a promise that was discarded, `CancellationError` for a cancelled wait.
  public nonisolated(nonsending) final var value: Value {
    get async throws { try await wait() }
  }
}
