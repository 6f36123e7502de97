public import Pledge

extension Task where TResult: Sendable {
  /// A Pledge future for the result of this task.
  ///
  /// It is rejected with `DiscardedError` if this task is canceled, and with `BrokenPromiseError`
  /// if it is broken, whether or not the task stays pending. Discarding the future does not affect
  /// this task.
  public var pledge: Future<TResult> {
    inner.map(\.value).mapError { $0 is Cancellation ? DiscardedError() : $0 }
  }

  /// Creates a task that completes when a Pledge future is settled.
  ///
  /// The task is canceled if `pledge` is rejected with a cancellation, such as `DiscardedError`. It
  /// is broken if `pledge` is rejected with `BrokenPromiseError`; see
  /// ``BoltsConfiguration/rejectsBrokenPromises``.
  ///
  /// - Parameter pledge: The future to wait for.
  public convenience init(pledge: Future<TResult>) {
    self.init(
      inner: pledge.map { UncheckedSendable($0) }
        .mapError { $0.isCancellation ? Cancellation() : $0 }
    )
  }
}
