public import PledgeCore

/// Retries `operation` until it succeeds, with at most `max` attempts (spec 11.6).
///
///     let user = retry(max: 3, backoff: .exponential(.milliseconds(200))) { load(1) }
///
/// The first attempt starts immediately. After `max` failed attempts, or if a closure decides
/// against another one, the result is rejected with a ``RetryError`` that contains the errors of
/// the attempts. A discarded or canceled attempt is not retried. Discarding the result discards the
/// running attempt or decision, or stops the wait between two attempts. Attempts that fail
/// immediately, without a wait between them, all run before this function returns (spec 11.6.16),
/// so an endless retry needs a `backoff`.
///
/// **Deciding whether to retry.** `while` decides immediately, `deciding` returns a promise for the
/// decision, and `next` also chooses the wait. Without any, every failed attempt is followed by
/// another. If several are given, they are asked in this order, and the first that decides against
/// another attempt ends the attempts (spec 11.6.20):
///
///     let user = retry(deciding: { _ in Promise.fromValue { sdk.ask("Again?", answer: $0) } }) {
///       load(1)
///     }
///     let data = retry(
///       backoff: .exponential(.seconds(1)),
///       next: { error in
///         guard let error = error as? HTTPError else { return .again }
///         return error.retryAfter.map { .again(after: $0) } ?? .stop
///       }
///     ) { session.request(url) }
///
/// They are not called after the last attempt, for a discarded or canceled attempt, or once the
/// result is settled. Each runs on the thread that rejects the attempt or settles the decision, or
/// right after `operation` returns if the attempt is already rejected.
///
/// A time limit for all attempts, `retry { … }.timeout(after:)`, rejects with a ``TimeoutError``,
/// which does not contain the errors of the attempts. If you need these, note them in `while`.
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
///   - backoff: The time to wait after each failed attempt, and after the decision.
///   - budget: Limits the retries of all operations that share it; see ``RetryBudget``. If it is
///     overdrawn, the result is rejected immediately with a ``RetryError`` that names it.
///   - clock: The clock that measures the wait; see ``after(_:clock:file:line:)``.
///   - shouldRetry: A closure that returns whether to retry after an error.
///   - ask: A closure that returns a promise for whether to retry after an error. The next attempt
///     starts when the promise is fulfilled with `true`, and the wait has passed after that. A
///     decision that fails ends the attempts, and its error becomes the
///     ``RetryError/decisionError`` of the rejection. If the decision is discarded or canceled, so
///     is the result.
///   - decide: A closure that returns what follows an error (spec 11.6.17).
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: A closure that starts an attempt. An error that it throws counts as the failure
///     of the attempt. The first call is made before this function returns, later calls on a thread
///     of the clock or where the last decision was made.
/// - Returns: A promise for the value of the first attempt that succeeds.
@inlinable
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  while shouldRetry: (@Sendable (any Error) -> Bool)? = nil,
  deciding ask: (@isolated(any) @Sendable (any Error) throws -> Future<Bool>)? = nil,
  next decide: (@Sendable (any Error) -> RetryDecision)? = nil,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @isolated(any) @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let operation = onItsActor(operation)
  let first = budget == nil ? firstAttempt(of: max, operation) : nil
  return RetryPolicy(max, backoff, budget, shouldRetry, ask, decide)
    .apply(to: operation, after: first, on: clock, at: Site(file, line))
}

/// Retries an asynchronous `operation`, each attempt in a task of its own (spec 10.2.5).
///
///     let user = retry(max: 3) { try await fetch(1) }
///
/// Otherwise the same as the form whose `operation` returns a promise. Discarding the result
/// cancels the task of the running attempt. The first task inherits the task-local values of the
/// caller; later ones see those that are kept in handlers (spec 10.3).
///
/// - Parameters:
///   - max: The maximum number of attempts. Values less than 1 reject with ``ArgumentError``.
///   - backoff: The time to wait after each failed attempt, and after the decision.
///   - budget: Limits the retries of all operations that share it; see ``RetryBudget``.
///   - clock: The clock that measures the wait; see ``after(_:clock:file:line:)``.
///   - shouldRetry: A closure that returns whether to retry after an error.
///   - ask: A closure that returns a promise for whether to retry after an error.
///   - decide: A closure that returns what follows an error.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: The asynchronous work of an attempt. An error that it throws counts as the
///     failure of the attempt.
/// - Returns: A promise for the value of the first attempt that succeeds.
@_disfavoredOverload  // A closure that returns a promise is not the work of a task.
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  while shouldRetry: (@Sendable (any Error) -> Bool)? = nil,
  deciding ask: (@isolated(any) @Sendable (any Error) throws -> Future<Bool>)? = nil,
  next decide: (@Sendable (any Error) -> RetryDecision)? = nil,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () async throws -> Value
) -> Promise<Value> {
  retry(
    max: max,
    backoff: backoff,
    budget: budget,
    clock: clock,
    while: shouldRetry,
    deciding: ask,
    next: decide,
    file: file,
    line: line
  ) { Promise(running: operation, at: Site(file, line), by: .task) }
}
