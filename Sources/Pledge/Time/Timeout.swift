internal import PledgeCore

extension Future {
  /// Returns a promise that settles as this one does, if it does so within `limit`.
  ///
  ///     let page = load(url).timeout(after: .seconds(5))
  ///
  /// At the limit it is rejected with ``TimeoutError``, which carries that, and leaves this promise,
  /// whose work is discarded if nobody else waits for it; work that ignores that does not hold the
  /// timeout up. The timer goes as soon as there is an outcome (spec 11.5).
  ///
  /// - Parameters:
  ///   - limit: The time there is, counted from this call; with none or less a pending promise times
  ///     out at once, and more than a hundred years count as that.
  ///   - clock: What measures the time, as for ``after(_:clock:)``.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  /// - Complexity: O(log n) where n are pending.
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
  final func limited(to limit: Duration, by timer: () -> Promise<Void>) -> Promise<Value> {
    let limited = Promise<Value>(dependentAt: site)
    let source = observed { outcome in _ = limited.settle(with: outcome) }
    guard limited.isPending else { return limited }
    let error = TimeoutError(limit: limit)
    guard limit > .zero else {
      limited.tie([source])
      _ = limited.reject(with: error)
      return limited
    }
    let end = timer().observed { outcome in
      // A clock that failed cannot keep the limit.
      _ = limited.settle(with: outcome.flatMap { .failure(error) })
    }
    limited.tie([source, end])
    return limited
  }
}
