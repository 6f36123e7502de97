extension Future {
  /// Returns a promise that settles like this one, or is rejected if that does not happen before
  /// `instant`.
  ///
  ///     let deadline = ContinuousClock.now + .seconds(5)
  ///     let user = connect().deadline(deadline).flatMap { $0.user(1).deadline(deadline) }
  ///
  /// Same as ``timeout(after:orThrow:clock:)``, for several operations that share one limit. A
  /// ``TimeoutError`` contains the time that was left when this method was called. If `instant` has
  /// passed, a settled promise is forwarded, and a pending one times out immediately (spec 11.5.7).
  ///
  /// - Parameters:
  ///   - instant: The instant of `clock` at which the promise times out.
  ///   - error: The error with which the promise is rejected at the limit; if `nil`, a
  ///     ``TimeoutError``.
  ///   - clock: The clock that measures the time; see ``after(_:clock:file:line:)``.
  /// - Returns: A promise that settles like this one, unless `instant` passes first.
  /// - Complexity: O(log *n*), where *n* is the number of pending timers.
  @inlinable
  public final func deadline<C: Clock>(
    _ instant: C.Instant,
    orThrow error: (any Error)? = nil,
    clock: C = ContinuousClock()
  ) -> Promise<Value> where C.Duration == Duration {
    let now = clock.now
    // Compares first, because the duration back to a distant past could overflow.
    let limit = instant > now ? now.duration(to: instant) : .zero
    return limited(to: limit, orThrow: error, on: clock, until: instant, by: Names.Timeout.self)
  }
}
