internal import PledgeCore

extension Future {
  /// Returns a promise that is fulfilled with the value `interval` after this one is.
  ///
  ///     let saved = save(guest).delay(by: .seconds(1))
  ///
  /// An error is passed on at once. Discarding it ends the timer or leaves this promise, whichever it
  /// waits for (spec 11.5.10).
  ///
  /// - Parameters:
  ///   - interval: The time to wait, counted from the value; with none or less it is passed on at
  ///     once.
  ///   - clock: What measures the time, as for ``after(_:clock:file:line:)``.
  /// - Returns: A promise with the same outcome.
  public final func delay(
    by interval: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<Value> {
    let waiting = FlatMapping<Value, Value> { [site] value in
      after(interval, clock: clock, at: site, by: .timer).map { value }
    }
    return stage(Named(Names.Delay.self, waiting))
  }
}
