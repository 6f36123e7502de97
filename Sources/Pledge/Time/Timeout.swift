public import PledgeCore

extension Future {
  /// Returns a promise that settles as this one does, if it does so within `limit`.
  ///
  ///     let user = load(1).timeout(after: .seconds(5))
  ///
  /// At the limit it is rejected with ``TimeoutError``, which carries that, and leaves this promise,
  /// whose work is discarded if nobody else waits for it; work that ignores that does not hold the
  /// timeout up. The timer goes as soon as there is an outcome (spec 11.5).
  ///
  /// - Parameters:
  ///   - limit: The time there is, counted from this call; with none or less a pending promise times
  ///     out at once, and more than a hundred years count as that.
  ///   - clock: What measures the time, as for ``after(_:clock:file:line:)``.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  /// - Complexity: O(log n) where n are pending.
  @inlinable
  public final func timeout(
    after limit: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<Value> {
    limited(to: limit) { Promise.sleeping(for: limit, on: clock) }
  }

  /// Returns a promise that settles as this one does, unless `timer` is over before.
  ///
  /// - Parameters:
  ///   - limit: The time there is, for the error; if it is none or less, there is no need of a timer.
  ///   - timer: Starts the timer, if this is pending.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  @inlinable
  final func limited(to limit: Duration, by timer: () -> Promise<Void>) -> Promise<Value> {
    guard isPending else { return stage(Limiting(timer: nil)) }
    guard limit > .zero else {
      let limited = stage(Limiting(timer: nil))
      _ = limited.reject(with: TimeoutError(limit: limit))
      return limited
    }
    let timer = timer()
    let limited = stage(Limiting(timer: timer))
    timer.observed { outcome in
      // A clock that failed cannot keep the limit.
      _ = limited.settle(with: outcome.flatMap { .failure(TimeoutError(limit: limit)) })
    }
    return limited
  }
}

/// Passes the outcome on, and ends the timer that it did not need.
@frozen @usableFromInline struct Limiting<Value: Sendable>: StageHandler {
  @usableFromInline let timer: Promise<Void>?

  @inlinable init(timer: Promise<Void>?) {
    self.timer = timer
  }

  @inlinable static var operatorID: OperatorID { .timeout }
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
