public import PledgeCore

extension Future {
  /// Returns a promise that settles like this one, or is rejected if that takes longer than
  /// `limit`.
  ///
  ///     let user = load(1).timeout(after: .seconds(5))
  ///
  /// At the limit, the promise is rejected with ``TimeoutError``, which contains the limit, and
  /// detaches from this promise. If it was the last consumer, the work is discarded; work that
  /// ignores the discard does not delay the timeout. The timer stops as soon as there is an outcome
  /// (spec 11.5).
  ///
  /// - Parameters:
  ///   - limit: The time limit, measured from this call. If it is zero or negative, a pending
  ///     promise times out immediately. Limits longer than a hundred years count as a hundred
  ///     years.
  ///   - clock: The clock that measures the time; see ``after(_:clock:file:line:)``.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  /// - Complexity: O(log *n*), where *n* is the number of pending timers.
  @inlinable
  public final func timeout(
    after limit: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<Value> {
    limited(to: limit) { Promise.sleeping(for: limit, on: clock) }
  }

  /// Renamed to ``timeout(after:clock:)``.
  @available(*, unavailable, renamed: "timeout(after:)")
  public final func timeout(_ limit: Duration) -> Promise<Value> { preconditionFailure() }

  /// Use ``timeout(after:clock:)``.
  @available(*, unavailable, message: "Use 'timeout(after: .seconds(5))'.")
  public final func timeout(_ seconds: Double) -> Promise<Value> { preconditionFailure() }

  /// Use ``timeout(after:clock:)``.
  @available(*, unavailable, message: "Use 'timeout(after: .seconds(5))'.")
  public final func timeout(seconds: Double) -> Promise<Value> { preconditionFailure() }

  /// Returns a promise that settles like this one, unless `timer` is settled first.
  ///
  /// - Parameters:
  ///   - limit: The time limit, for the error. If it is zero or negative, no timer is needed.
  ///   - timer: A closure that starts the timer. Called only if this promise is pending.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  @inlinable
  final func limited(to limit: Duration, by timer: () -> Promise<Void>) -> Promise<Value> {
    guard isPending else { return stage(Limiting(timer: nil)) }
    guard limit > .zero else {
      let limited = stage(Limiting(timer: nil))
      _ = limited.tryReject(with: TimeoutError(limit: limit))
      return limited
    }
    let timer = timer()
    let limited = stage(Limiting(timer: timer))
    timer.observed { outcome in
      // If the clock fails, it cannot measure the limit, so its error is forwarded.
      _ = limited.trySettle(with: outcome.flatMap { .failure(TimeoutError(limit: limit)) })
    }
    return limited
  }
}

/// A handler that forwards the outcome and stops the timer if it is still running.
@frozen @usableFromInline struct Limiting<Value: Sendable>: StageHandler {
  @usableFromInline let timer: Promise<Void>?

  @inlinable init(timer: Promise<Void>?) {
    self.timer = timer
  }

  @inlinable static var operatorID: OperatorID { OperatorID(32, "timeout", .mayEndOtherwise) }
  @inlinable static var interest: Interest { .both }
  @inlinable static var hasDeferredCleanup: Bool { true }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    timer?.discard()
    return Resolution(outcome)
  }

  @inlinable func deferredCleanup() -> Cleanup? {
    timer.map { timer in Cleanup { timer.discard() } }
  }
}
