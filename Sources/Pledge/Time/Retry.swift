public import PledgeCore
internal import PledgeSupport

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
/// - Warning: A failed attempt may have had its effect, and one that timed out continues if its work
///   cannot be stopped, so a payment could be executed several times. If repetitions matter, give
///   all attempts the same idempotency key, created before the first one:
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
  clock: some Clock<Duration> = ContinuousClock(),
  while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true },
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let site = Site(file, line)
  let first = budget == nil ? firstAttempt(of: max, operation) : nil
  if let settled = first?.fulfilledCopy(at: site, by: RetryOperator.operatorID) { return settled }
  let decision: @Sendable (any Error) -> Future<RetryDecision> = { error in
    Promise(fulfilledWith: RetryDecision(mayRetry: shouldRetry(error)), at: .unknown)
  }
  return retry(max, backoff, budget, clock, deciding: decision, { $0 }, at: site, first, operation)
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
/// Otherwise the same as ``retry(max:backoff:budget:clock:while:file:line:_:)``. A decision that fails
/// ends the attempts, and its error becomes the ``RetryError/decisionError`` of the rejection. If
/// the decision is discarded or canceled, so is the result. Discarding the result also discards a
/// pending decision.
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
  clock: some Clock<Duration> = ContinuousClock(),
  deciding shouldRetry: @escaping @Sendable (any Error) throws -> Future<Bool>,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let site = Site(file, line)
  let first = budget == nil ? firstAttempt(of: max, operation) : nil
  if let settled = first?.fulfilledCopy(at: site, by: RetryOperator.operatorID) { return settled }
  let meaning: @Sendable (Bool) -> RetryDecision = { RetryDecision(mayRetry: $0) }
  return retry(
    max,
    backoff,
    budget,
    clock,
    deciding: shouldRetry,
    meaning,
    at: site,
    first,
    operation
  )
}

/// Starts the first attempt, which often succeeds at once: then the result is all that is needed.
///
/// Callers with a budget start it later: a deposit here would make every caller allocate the closure
/// twice (Swift 6.3.1).
///
/// - Returns: The attempt; `nil` if there may be none, or if observers have to see the result first.
@inlinable
func firstAttempt<Value: Sendable>(
  of max: Int,
  _ operation: () throws -> Future<Value>
) -> Future<Value>? {
  guard max > 0, !InstrumentationFlags.current.includeAny(of: .events) else { return nil }
  do {
    return try operation()
  } catch {
    return Promise(rejectedWith: error, at: .unknown, by: .attempt)
  }
}

extension Future {
  /// Returns a promise with the same value; `nil` unless this promise is fulfilled.
  @inlinable
  final func fulfilledCopy(at site: Site, by operatorID: OperatorID) -> Promise<Value>? {
    status == .fulfilled ? Promise(fulfilledWith: knownValue, at: site, by: operatorID) : nil
  }
}

/// Continues after the first attempt, if it has been started.
@usableFromInline
func retry<Value: Sendable, Answer: Sendable>(
  _ max: Int,
  _ backoff: Backoff,
  _ budget: RetryBudget?,
  _ clock: some Clock<Duration>,
  deciding ask: @escaping @Sendable (any Error) throws -> Future<Answer>,
  _ meaning: @escaping @Sendable (Answer) -> RetryDecision,
  at site: Site,
  _ first: Future<Value>?,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  if let error = argumentError(in: "retry", max, budget) {
    return Promise(rejectedWith: error, at: site, by: RetryOperator.operatorID)
  }
  budget?.deposit()
  let failures = Locked(RetryFailures())
  let result = Promise<Value>(dependentAt: site, by: RetryOperator.self)
  @Sendable func failure(_ decisionError: (any Error)? = nil, budget: String? = nil) -> any Error {
    if let decisionError, decisionError.isCancellation { return decisionError }
    return RetryError(failures.withLock { $0 }, decisionError, budget)
  }
  // Observers see the promises that `result` waits for, but not the internal ones between them.
  @Sendable func attempt(_ first: Future<Value>?) -> Promise<Value> {
    let trial = Promise(fulfilledWith: (), at: .unknown, by: .attempt).flatMap {
      // Attempts that fail immediately run inside a handler, which cannot be interrupted. They
      // check for a settled result before calling `operation` here and `ask` below, since either of
      // these may settle it.
      guard result.isPending else { throw DiscardedError() }
      return result.awaiting(try first ?? operation())
    }
    return trial.flatMapError { error in
      if error.isCancellation || !result.isPending { throw error }
      // The error that is dropped is released outside the lock.
      let (_, count) = failures.withLock { ($0.append(error), $0.count) }
      guard count < max else { throw failure() }
      let answer = Promise(fulfilledWith: error, at: .unknown).flatMap { error in
        result.awaiting(try ask(error))
      }
      let pause = answer.mapError { failure($0) }.flatMap { answer in
        guard let delay = meaning(answer).delay(after: count, by: backoff) else { throw failure() }
        guard result.isPending else { throw DiscardedError() }
        if let budget, !budget.withdraw() { throw failure(budget: budget.name) }
        let timerSite = delay > .zero ? site : .unknown
        return result.awaiting(after(delay, clock: clock, at: timerSite, by: .timer))
      }
      return pause.flatMap { attempt(nil) }
    }
  }
  result.settle(as: attempt(first))
  // The first attempt is kept until it has a consumer.
  return withExtendedLifetime(first) { result }
}

/// Returns the error for arguments with which nothing is attempted.
func argumentError(in function: String, _ max: Int, _ budget: RetryBudget?) -> ArgumentError? {
  max > 0
    ? budget?.argumentError : ArgumentError("\(function)(max: \(max)): max must be at least 1")
}

@frozen @usableFromInline enum RetryOperator: Operator {
  @inlinable static var operatorID: OperatorID {
    OperatorID(29, "retry", .startsChain)
  }
}

// MARK: - Names from other libraries

/// Renamed to ``retry(max:backoff:budget:clock:while:file:line:_:)``.
@available(*, unavailable, renamed: "retry(max:_:)")
public func retry<Value: Sendable>(
  _ max: Int,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  preconditionFailure()
}

/// Renamed to ``retry(max:backoff:budget:clock:while:file:line:_:)``.
@available(*, unavailable, renamed: "retry(max:_:)")
public func retry<Value: Sendable>(
  times max: Int,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  preconditionFailure()
}

/// Use ``retry(max:backoff:budget:clock:while:file:line:_:)``.
@available(*, unavailable, message: "Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.")
public func retry<Value: Sendable>(
  max: Int,
  delay: Duration,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  preconditionFailure()
}

/// Use ``retry(max:backoff:budget:clock:while:file:line:_:)``.
@available(*, unavailable, message: "Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.")
public func retry<Value: Sendable>(
  attempts: Int,
  delay: Duration,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  preconditionFailure()
}
