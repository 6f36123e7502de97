internal import PledgeCore

/// Returns a promise that is fulfilled after `delay` (spec 11.5.8).
///
///     after(.seconds(2)).observe { _ in note("It takes long.") }
///
/// Discarding it, or settling it by hand, ends the timer. A wait on the continuous clock takes no
/// thread and goes on while the machine sleeps: one that ended meanwhile is over when it wakes.
///
/// - Parameters:
///   - delay: The time to wait, counted from this call; with none or less it is fulfilled at once, and
///     more than a hundred years count as that.
///   - clock: What measures the time; an error that its sleep throws rejects the promise.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise that is fulfilled on a thread of the clock: a global queue for the continuous
///   one, a task for any other.
/// - Complexity: O(log n) where n are pending.
public func after(
  _ delay: Duration,
  clock: some Clock<Duration> = ContinuousClock(),
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Void> {
  after(delay, clock: clock, at: Site(file, line), by: .after)
}

/// The same; a watcher hears of `after` where a user asked for it, of a `timer` where it belongs to
/// something else.
func after(
  _ delay: Duration,
  clock: some Clock<Duration>,
  at site: Site,
  by operatorID: OperatorID
) -> Promise<Void> {
  guard delay > .zero else { return Promise(fulfilledWith: (), at: site, by: operatorID) }
  // A stage, because one that is settled by hand leaves its source, which ends the timer.
  return Promise.sleeping(for: delay, on: clock, at: site, by: operatorID).asVoid()
}
