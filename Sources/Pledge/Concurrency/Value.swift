internal import PledgeCore

extension Future {
  /// The value of this promise, once it is fulfilled.
  ///
  ///     let user = try await loader.load(1).value
  ///
  /// Any number of tasks can await it, any number of times. If the promise is settled, this does
  /// not suspend, even in a canceled task. If the task is canceled while it waits, it detaches
  /// immediately and throws `CancellationError`; if it was the last consumer, the work is discarded
  /// (spec 10.1).
  ///
  /// - Throws: The error of a rejection; ``RejectionReasonError`` for a reason that is not an
  ///   error; ``DiscardedError`` if the promise was discarded; `CancellationError` if the task is
  ///   canceled while it waits.
  public nonisolated(nonsending) final var value: Value {
    get async throws { try await wait() }
  }
}
