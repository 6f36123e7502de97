public import Pledge

extension Task where TResult: Sendable {
  /// A promise of Pledge for the result of this task, to go on with in Pledge's own names.
  ///
  /// A cancelled task rejects it with `DiscardedError`, and a broken one with `BrokenPromiseError`, whether or not the
  /// task stays pending. Discarding it leaves this task.
  public var pledge: Future<TResult> {
    inner.map(\.value).mapError { $0 is Cancellation ? DiscardedError() : $0 }
  }

  /// Creates a task that completes as a promise of Pledge is settled.
  ///
  /// If that is rejected with a cancellation, `DiscardedError` for one, the task is cancelled. If it is
  /// rejected with `BrokenPromiseError`, the task is broken; see ``BoltsConfiguration/rejectsBrokenPromises``.
  ///
  /// - Parameter pledge: The promise to wait for.
  public convenience init(pledge: Future<TResult>) {
    self.init(
      inner: pledge.map { UncheckedSendable($0) }
        .mapError { $0.isCancellation ? Cancellation() : $0 }
    )
  }
}
