internal import PledgeCore

/// Tries `operation` until it succeeds, at most `max` times (spec 11.6).
///
///     let user = retry(max: 3, backoff: .exponential(.milliseconds(200))) { load(1) }
///
/// The first attempt starts at once. The result is rejected with ``RetryError``, which has what the
/// attempts failed with, when there have been `max` of them or `shouldRetry` says no. An attempt that
/// was discarded or cancelled is not tried again. Discarding the result stops the attempt, or the wait
/// between two. Attempts that fail at once, without a wait between them, follow one another before
/// this returns (spec 11.6.16), so a retry without end needs a `backoff`.
///
/// - Parameters:
///   - max: How many attempts there may be, at least 1; less rejects with ``ArgumentError``.
///   - backoff: How long to wait after each one.
///   - clock: What measures the wait, as for ``after(_:clock:file:line:)``.
///   - shouldRetry: Says of an error whether another attempt makes sense; not asked after the last one.
///     Runs on the thread that rejects the attempt, or right after `operation`.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - operation: Starts an attempt; what it throws counts as its failure. Runs before this returns at
///     first, later on a thread of the clock or where `shouldRetry` has run.
/// - Returns: A promise for the value of the first attempt that succeeds.
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  clock: some Clock<Duration> = ContinuousClock(),
  while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true },
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let site = Site(file, line)
  let decide: @Sendable (any Error) -> Future<Bool> = { error in
    Promise(fulfilledWith: shouldRetry(error), at: .untold)
  }
  return retry(max, backoff, clock, deciding: decide, at: site, operation)
}

/// Tries `operation` again as long as a promise decides so, at most `max` times (spec 11.6.10).
///
///     let user = retry(deciding: { _ in Promise.fromValue { sdk.ask("Again?", answer: $0) } }) {
///       load(1)
///     }
///
/// Otherwise the same as ``retry(max:backoff:clock:while:file:line:_:)``. A decision that fails ends the
/// attempts: its error is the ``RetryError/decisionError`` of the rejection, unless the decision was
/// discarded or cancelled, which the result then is, too. Discarding the result discards the decision
/// that is pending.
///
/// - Parameters:
///   - max: How many attempts there may be, at least 1; less rejects with ``ArgumentError``.
///   - backoff: How long to wait after each one, counted from the decision.
///   - clock: What measures the wait, as for ``after(_:clock:file:line:)``.
///   - shouldRetry: Returns a promise for whether another attempt makes sense; not asked after the last
///     one. Runs on the thread that rejects the attempt, or right after `operation`.
///   - file: The place that reports name.
///   - line: The line of that place.
///   - operation: Starts an attempt; what it throws counts as its failure. Runs before this returns at
///     first, later on a thread of the clock or on the one that settles the decision.
/// - Returns: A promise for the value of the first attempt that succeeds.
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  clock: some Clock<Duration> = ContinuousClock(),
  deciding shouldRetry: @escaping @Sendable (any Error) throws -> Future<Bool>,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  retry(max, backoff, clock, deciding: shouldRetry, at: Site(file, line), operation)
}

private func retry<Value: Sendable>(
  _ max: Int,
  _ backoff: Backoff,
  _ clock: some Clock<Duration>,
  deciding shouldRetry: @escaping @Sendable (any Error) throws -> Future<Bool>,
  at site: Site,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  guard max > 0 else {
    let complaint = "retry(max: \(max)): max must be at least 1"
    return Promise(rejectedWith: ArgumentError(complaint), at: site, by: .retry)
  }
  let failures = Locked(RetryFailures())
  let result = Promise<Value>(dependentAt: site, by: .retry)
  @Sendable func failure(_ decisionError: (any Error)? = nil) -> any Error {
    if let decisionError, decisionError.isCancellation { return decisionError }
    return RetryError(failures.withLock { $0 }, decisionError)
  }
  // Observers hear of what it waits for, and not of what ties that together.
  @Sendable func attempt() -> Promise<Value> {
    let trial = Promise(fulfilledWith: (), at: .untold, by: .attempt).flatMap {
      // Attempts that end at once run in a handler, which nobody interrupts, so they have to look:
      // here before the operation, below before anybody is asked, since either may be who ends it.
      guard result.isPending else { throw DiscardedError() }
      return result.awaiting(try operation())
    }
    return trial.flatMapError { error in
      if error.isCancellation || !result.isPending { throw error }
      // The error that is not kept is released without the lock.
      let (_, count) = failures.withLock { ($0.append(error), $0.count) }
      guard count < max else { throw failure() }
      let decision = Promise(fulfilledWith: error, at: .untold).flatMap { error in
        result.awaiting(try shouldRetry(error))
      }
      let pause = decision.mapError(failure).flatMap { isWorthIt in
        guard isWorthIt else { throw failure() }
        let delay = backoff.delay(after: count)
        let place = delay > .zero ? site : .untold
        return result.awaiting(after(delay, clock: clock, at: place, by: .timer))
      }
      return pause.flatMap(attempt)
    }
  }
  result.settle(as: attempt())
  return result
}
