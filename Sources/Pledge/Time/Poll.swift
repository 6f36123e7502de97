internal import PledgeCore

/// Repeats `operation` until it produces a value that satisfies `isDone` (spec 11.10).
///
///     let user = poll(every: .seconds(2), until: { $0.team != nil }) { load(1) }
///
/// The first attempt starts immediately. Each further attempt starts `interval` after the previous
/// one has ended. Polling ends with an error if an attempt is rejected, or if `isDone` or
/// `operation` throws. To continue after some errors, recover from them in `operation`. Discarding
/// the result discards the running attempt or stops the wait between two attempts. Memory use does
/// not grow with the number of attempts.
///
/// - Parameters:
///   - interval: The time from the end of one attempt to the start of the next. Pass zero for an
///     operation that itself waits. A negative interval rejects with ``ArgumentError``.
///   - clock: The clock that measures the time; see ``after(_:clock:file:line:)``.
///   - isDone: A closure that returns whether a value ends the polling. Runs on the thread that
///     settles the attempt, or right after `operation` returns if the attempt is already settled.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: A closure that starts an attempt. The first call is made before this function
///     returns, later calls on a thread of the clock.
/// - Returns: A promise for the first value that satisfies `isDone`.
public func poll<Value: Sendable>(
  every interval: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  until isDone: @escaping @Sendable (Value) throws -> Bool,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @isolated(any) @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let site = Site(file, line)
  guard interval >= .zero else {
    let message = "poll(every: \(interval)): the interval must not be negative"
    return Promise(rejectedWith: ArgumentError(message), at: site, by: .poll)
  }
  let result = Promise<Value>(dependentAt: site, by: .poll)
  let operation = clock.attempting(onItsActor(operation))
  // Observers see the promises that `result` waits for, but not the internal ones between them.
  @Sendable func attempt() -> Promise<Value> {
    let trial = Promise(fulfilledWith: (), at: .unknown, by: .attempt)
    return trial.flatMap { result.awaiting(try operation()) }.flatMap { value in
      if try isDone(value) { return Promise(fulfilledWith: value, at: .unknown) }
      // Waits on the clock even if the interval is zero: otherwise, attempts that settle
      // immediately might run forever before the promise is returned.
      let pause = Promise(fulfilledWith: (), at: .unknown).flatMap {
        result.awaiting(Promise.sleeping(for: interval, on: clock, at: site))
      }
      return pause.flatMap(attempt)
    }
  }
  result.settle(as: attempt())
  return result
}
