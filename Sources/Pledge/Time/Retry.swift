public import PledgeCore

/// Retries `operation` until it succeeds, with at most `max` attempts (spec 11.6).
///
///     let user = retry(max: 3, backoff: .exponential(.milliseconds(200))) { load(1) }
///
/// The first attempt starts immediately. After `max` failed attempts, or if `shouldRetry` returns
/// `false`, the result is rejected with a ``RetryError`` that contains the errors of the attempts.
/// A discarded or canceled attempt is not retried. Discarding the result discards the running
/// attempt or stops the wait between two attempts. Attempts that fail immediately, without a wait
/// between them, all run before this function returns (spec 11.6.16), so an endless retry needs a
/// `backoff`.
///
/// - Warning: A failed attempt may have had its effect, and one that timed out continues if its
///   work cannot be stopped, so a payment could be executed several times. If repetitions matter,
///   give all attempts the same idempotency key, created before the first one:
///
///       let key = UUID()
///       let paid = retry(max: 3) { pay(10, key: key).timeout(after: .seconds(5)) }
///
/// - Parameters:
///   - max: The maximum number of attempts. Values less than 1 reject with ``ArgumentError``.
///   - backoff: The time to wait after each failed attempt.
///   - budget: Limits the retries of all operations that share it; see ``RetryBudget``. If it is
///     overdrawn, the result is rejected immediately with a ``RetryError`` that names it.
///   - clock: The clock that measures the wait; see ``after(_:clock:file:line:)``.
///   - shouldRetry: A closure that returns whether to retry after an error. Not called after the
///     last attempt. Runs on the thread that rejects the attempt, or right after `operation`
///     returns if the attempt is already rejected.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: A closure that starts an attempt. An error that it throws counts as the failure
///     of the attempt. The first call is made before this function returns, later calls on a thread
///     of the clock or where `shouldRetry` ran.
/// - Returns: A promise for the value of the first attempt that succeeds.
@inlinable
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true },
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let first = budget == nil ? firstAttempt(of: max, operation) : nil
  return RetryPolicy(max, backoff, budget, .condition(shouldRetry))
    .apply(to: operation, after: first, on: clock, at: Site(file, line))
}

/// Retries `operation` while the promises returned by `shouldRetry` are fulfilled with `true`, with
/// at most `max` attempts (spec 11.6.10).
///
///     let user = retry(deciding: { _ in Promise.fromValue { sdk.ask("Again?", answer: $0) } }) {
///       load(1)
///     }
///
/// A decision may take its time: the next attempt starts when the promise is fulfilled, and the
/// backoff has passed after that.
///
/// Otherwise the same as ``retry(max:backoff:budget:clock:while:file:line:_:)``. A decision that
/// fails ends the attempts, and its error becomes the ``RetryError/decisionError`` of the
/// rejection. If the decision is discarded or canceled, so is the result. Discarding the result
/// also discards a pending decision.
///
/// - Parameters:
///   - max: The maximum number of attempts. Values less than 1 reject with ``ArgumentError``.
///   - backoff: The time to wait after each failed attempt, measured from the decision.
///   - budget: Limits the retries of all operations that share it; see ``RetryBudget``.
///   - clock: The clock that measures the wait; see ``after(_:clock:file:line:)``.
///   - shouldRetry: A closure that returns a promise for whether to retry after an error. Not
///     called after the last attempt. Runs on the thread that rejects the attempt, or right after
///     `operation` returns if the attempt is already rejected.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: A closure that starts an attempt. An error that it throws counts as the failure
///     of the attempt. The first call is made before this function returns, later calls on a thread
///     of the clock or on the thread that settles the decision.
/// - Returns: A promise for the value of the first attempt that succeeds.
@inlinable
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  deciding shouldRetry: @escaping @Sendable (any Error) throws -> Future<Bool>,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let first = budget == nil ? firstAttempt(of: max, operation) : nil
  return RetryPolicy(max, backoff, budget, .question(shouldRetry))
    .apply(to: operation, after: first, on: clock, at: Site(file, line))
}
