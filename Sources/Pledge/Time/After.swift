internal import PledgeCore

/// Returns a promise that is fulfilled after `delay` (spec 11.5.8).
///
///     after(.seconds(2)).observe { _ in note("It takes long.") }
///
/// Discarding the promise, or settling it yourself, stops the timer. Waiting on the continuous
/// clock occupies no thread and continues while the machine sleeps: a delay that ends during sleep
/// is over when the machine wakes up.
///
/// - Parameters:
///   - delay: The time to wait, measured from this call. If it is zero or negative, the promise is
///     fulfilled immediately. Delays longer than a hundred years count as a hundred years.
///   - clock: The clock that measures the time. An error thrown by its `sleep` rejects the promise.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise that is fulfilled on a thread of the clock: a global queue for the
///   continuous clock, a task for any other clock.
/// - Complexity: O(log *n*), where *n* is the number of pending timers.
public func after(
  _ delay: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Void> {
  let site = Site(file, line)
  guard delay > .zero else { return Promise(fulfilledWith: (), at: site, by: .after) }
  // A stage that is settled explicitly detaches from its source, so the timer stops.
  return Promise.sleeping(for: delay, on: clock, at: site, by: .alarm)
    .stage(Named(Names.After.self, Mapping {}))
}
