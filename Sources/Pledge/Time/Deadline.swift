extension Future {
  /// Returns a promise that settles as this one does, if it does so before `instant`.
  ///
  ///     let deadline = ContinuousClock.now + .seconds(5)
  ///     let user = connect().deadline(deadline).flatMap { $0.user(1).deadline(deadline) }
  ///
  /// The same as ``timeout(after:clock:)``, for several that share one limit. The error carries the
  /// time that was left when this was called. At a deadline that has passed, a promise that is settled
  /// is passed on, and one that is pending times out at once (spec 11.5.7).
  ///
  /// - Parameters:
  ///   - instant: The time of `clock` at which it times out.
  ///   - clock: What measures the time, as for ``after(_:clock:file:line:)``.
  /// - Returns: A promise with the outcome, or with ``TimeoutError``.
  /// - Complexity: O(log n) where n are pending.
  @inlinable
  public final func deadline<C: Clock>(
    _ instant: C.Instant,
    clock: C = ContinuousClock()
  ) -> Promise<Value> where C.Duration == Duration {
    let now = clock.now
    // Compared first: the way back to a distant past might overflow.
    let limit = instant > now ? now.duration(to: instant) : .zero
    return limited(to: limit) { Promise.sleeping(until: instant, on: clock) }
  }
}
