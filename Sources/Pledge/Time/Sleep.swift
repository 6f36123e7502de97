public import PledgeCore

extension Duration {
  /// The longest wait, which no program lives to see the end of; adding it to a time does not overflow.
  @usableFromInline static var longestWait: Duration { .seconds(100 * 365 * 86_400) }

  /// This as a time to wait: not negative, and not longer than the longest.
  @usableFromInline var asWait: Duration { min(max(self, .zero), .longestWait) }
}

extension Promise where Value == Void {
  /// A promise that is fulfilled after `delay`, counted from this call, however short that is.
  ///
  /// - Parameters:
  ///   - delay: The time to wait.
  ///   - clock: What measures it.
  ///   - site: The place that asked for it; none for a timer that nobody has to know of.
  ///   - verb: What a watcher hears of.
  /// - Returns: The promise.
  @inlinable
  static func sleeping(
    for delay: Duration,
    on clock: some Clock<Duration>,
    at site: Site = .untold,
    by operatorID: OperatorID = .timer
  ) -> Promise<Void> {
    sleeping(until: clock.now.advanced(by: delay.asWait), on: clock, at: site, by: operatorID)
  }

  /// A promise that is fulfilled at `deadline`; discarding it ends the wait.
  @inlinable
  static func sleeping<C: Clock>(
    until deadline: C.Instant,
    on clock: C,
    at site: Site = .untold,
    by operatorID: OperatorID = .timer
  ) -> Promise<Void> {
    if clock is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant {
      return TimerQueue.shared.wait(until: deadline, at: site, by: operatorID)
    }
    let sleep: @Sendable () async throws -> Void = {
      try await clock.sleep(until: deadline, tolerance: nil)
    }
    return Promise(running: sleep, at: site, by: operatorID)
  }
}
