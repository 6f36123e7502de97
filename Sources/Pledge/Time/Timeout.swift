internal import PledgeCore

extension Future {
  /// Returns a promise that settles as this one does, if it does so within `limit`.
  ///
  ///     let page = load(url).timeout(after: .seconds(5))
  ///
  /// At the limit it is rejected with ``TimeoutError`` and leaves this promise, whose work is discarded
  /// if nobody else waits for it; work that ignores that does not hold the timeout up. The timer goes
  /// as soon as there is an outcome (spec 11.5).
  ///
  /// - Parameters:
  ///   - limit: The time there is, counted from this call; none at all times out at once.
  ///   - clock: What measures the time.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  public final func timeout(
    after limit: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<Value> {
    let limited = Promise<Value>(dependentAt: site)
    let source = observed { outcome in _ = limited.settle(with: outcome) }
    guard limited.isPending else { return limited }
    let timer = Promise<Void>.sleeping(for: limit, on: clock).observed { outcome in
      guard case .success = outcome else { return }
      _ = limited.reject(with: TimeoutError(limit: limit))
    }
    limited.tie([source, timer])
    return limited
  }
}

extension Promise where Value == Void {
  /// A promise that is fulfilled after `delay`; discarding it ends the sleep.
  static func sleeping(for delay: Duration, on clock: some Clock<Duration>) -> Promise<Void> {
    let sleep: @Sendable () async throws -> Void = { try await clock.sleep(for: delay) }
    return Promise(sleep)
  }
}
