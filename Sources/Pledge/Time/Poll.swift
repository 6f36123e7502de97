internal import PledgeCore

/// Asks again and again until there is a value that will do (spec 11.10).
///
///     let user = poll(every: .seconds(2), until: { $0.team != nil }) { load(1) }
///
/// The first attempt starts at once, each other one `interval` after the one before has ended. A
/// rejection ends it, as does an error that `isDone` or `operation` throws; to go on after some
/// errors, `operation` recovers from them. Discarding the result stops the attempt that runs, or the
/// wait between two. Memory is the same for any number of attempts.
///
/// - Parameters:
///   - interval: The time from the end of an attempt to the next; none will do for an operation that
///     waits by itself, less rejects with ``ArgumentError``.
///   - clock: What measures the time, as for ``after(_:clock:file:line:)``.
///   - isDone: Says whether a value will do. Runs on the thread that settles the attempt, or right
///     after `operation`.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - operation: Starts an attempt. Runs before this returns at first, later on a thread of the clock.
/// - Returns: A promise for the first value that will do.
public func poll<Value: Sendable>(
  every interval: Duration,
  clock: some Clock<Duration> = ContinuousClock(),
  until isDone: @escaping @Sendable (Value) throws -> Bool,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let site = Site(file, line)
  guard interval >= .zero else {
    let complaint = "poll(every: \(interval)): the interval must not be negative"
    return Promise(rejectedWith: ArgumentError(complaint), at: site, by: .poll)
  }
  let result = Promise<Value>(dependentAt: site, by: .poll)
  // Observers hear of what it waits for, and not of what ties that together.
  @Sendable func attempt() -> Promise<Value> {
    let trial = Promise(fulfilledWith: (), at: .untold, by: .attempt)
    return trial.flatMap { result.awaiting(try operation()) }.flatMap { value in
      if try isDone(value) { return Promise(fulfilledWith: value, at: .untold) }
      // Through the clock however short the wait is: a loop here would never give the promise away.
      let pause = Promise(fulfilledWith: (), at: .untold).flatMap {
        result.awaiting(Promise.sleeping(for: interval, on: clock, at: site))
      }
      return pause.flatMap(attempt)
    }
  }
  result.settle(as: attempt())
  return result
}
