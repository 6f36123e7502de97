internal import PledgeCore

/// The action that follows a failed attempt of
/// ``retry(max:backoff:budget:clock:next:file:line:_:)``.
public struct RetryDecision: Sendable, Hashable {
  private enum Kind: Hashable {
    case stop, again
    case againAfter(Duration)
  }

  private let kind: Kind

  private init(_ kind: Kind) {
    self.kind = kind
  }

  @usableFromInline init(mayRetry: Bool) {
    kind = mayRetry ? .again : .stop
  }

  /// Ends the attempts: the result is rejected with the errors so far.
  public static let stop = RetryDecision(.stop)

  /// Starts another attempt after the wait that the backoff specifies.
  public static let again = RetryDecision(.again)

  /// Starts another attempt after `delay`, whatever the backoff specifies.
  ///
  /// - Parameter delay: The time to wait, from zero to a hundred years; other values count as the
  ///   nearest of these.
  /// - Returns: The decision.
  public static func again(after delay: Duration) -> RetryDecision {
    RetryDecision(.againAfter(delay.asWait))
  }

  /// The time to wait after the attempt with the given number; `nil` if the attempts end.
  func delay(after attempt: Int, by backoff: Backoff) -> Duration? {
    switch kind {
    case .stop: nil
    case .again: backoff.delay(after: attempt)
    case .againAfter(let delay): delay
    }
  }
}

/// Retries `operation` as `decide` says after each error, with at most `max` attempts
/// (spec 11.6.17).
///
///     let data = retry(
///       backoff: .exponential(.seconds(1)),
///       next: { error in
///         guard let error = error as? HTTPError else { return .again }
///         return error.retryAfter.map { .again(after: $0) } ?? .stop
///       }
///     ) { session.request(url) }
///
/// Otherwise the same as ``retry(max:backoff:budget:clock:while:file:line:_:)``.
///
/// - Parameters:
///   - max: The maximum number of attempts. Values less than 1 reject with ``ArgumentError``.
///   - backoff: The time to wait after a failed attempt for which `decide` returns
///     ``RetryDecision/again``.
///   - budget: Limits the retries of all operations that share it; see ``RetryBudget``.
///   - clock: The clock that measures the wait; see ``after(_:clock:file:line:)``.
///   - decide: A closure that returns what follows an error. Not called after the last attempt, nor
///     for a discarded or canceled attempt. Runs on the thread that rejects the attempt, or right
///     after `operation` returns if the attempt is already rejected.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: A closure that starts an attempt. An error that it throws counts as the failure
///     of the attempt. The first call is made before this function returns, later calls on a thread
///     of the clock or where `decide` ran.
/// - Returns: A promise for the value of the first attempt that succeeds.
@inlinable
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  next decide: @escaping @Sendable (any Error) -> RetryDecision,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let first = budget == nil ? firstAttempt(of: max, operation) : nil
  return RetryPolicy(max, backoff, budget, .decision(decide))
    .apply(to: operation, after: first, on: clock, at: Site(file, line))
}
