public import PledgeCore

extension Duration {
  /// The longest wait: a hundred years, which can be added to the current time without overflow.
  @usableFromInline static var longestWait: Duration { .seconds(100 * 365 * 86_400) }

  /// This duration as a time to wait, clamped to the range from zero to ``longestWait``.
  @usableFromInline var asWait: Duration { min(max(self, .zero), .longestWait) }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a closure that returns the time since this call, on a clock whose type is not known.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}

extension Promise where Value == Void {
  /// Returns a promise that is fulfilled after `delay`, measured from this call.
  ///
  /// Waits on the clock even if the delay is zero.
  ///
  /// - Parameters:
  ///   - delay: The time to wait.
  ///   - clock: The clock that measures the time.
  ///   - site: The source location shown in diagnostics. Internal timers have none.
  ///   - operatorID: The operator shown to observers.
  /// - Returns: The promise.
  @inlinable
  static func sleeping(
    for delay: Duration,
    on clock: some Clock<Duration>,
    at site: Site = .unknown,
    by operatorID: OperatorID = .timer
  ) -> Promise<Void> {
    sleeping(until: clock.now.advanced(by: delay.asWait), on: clock, at: site, by: operatorID)
  }

  /// Returns a promise that is fulfilled at `deadline`; discarding it ends the wait.
  @inlinable
  static func sleeping<C: Clock>(
    until deadline: C.Instant,
    on clock: C,
    at site: Site = .unknown,
    by operatorID: OperatorID = .timer
  ) -> Promise<Void> {
    if clock is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant {
      return TimerQueue.shared.wait(until: deadline, at: site, by: operatorID)
    }
    if let timer = timer(until: deadline, on: clock, at: site, by: operatorID) { return timer }
    let sleep: @Sendable () async throws -> Void = {
      try await clock.sleep(until: deadline, tolerance: nil)
    }
    return Promise(running: sleep, at: site, by: operatorID)
  }
}
