internal import PledgeCore

extension Future {
  /// Returns a promise that is fulfilled with the same value `interval` after this one.
  ///
  ///     let saved = save(guest).delay(by: .seconds(1))
  ///
  /// Rejections are forwarded immediately. Discarding the returned promise stops the timer or
  /// detaches from this promise, whichever it is waiting for (spec 11.5.10).
  ///
  /// - Parameters:
  ///   - interval: The time to wait, measured from the arrival of the value. If it is zero or
  ///     negative, the value is forwarded immediately.
  ///   - clock: The clock that measures the time; see ``after(_:clock:file:line:)``.
  /// - Returns: A promise with the same outcome.
  public final func delay(
    by interval: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Promise<Value> {
    let waiting = FlatMapping<Value, Value> { [site] value in
      let timer =
        interval > .zero
        ? Promise<Void>.sleeping(for: interval, on: clock, at: site)
        : Promise(fulfilledWith: (), at: site, by: .step)
      return timer.stage(Named(Names.Step.self, Mapping { value }))
    }
    return stage(Named(Names.Delay.self, waiting))
  }
}
