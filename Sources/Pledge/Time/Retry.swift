/// Tries `operation` until it succeeds, at most `max` times (spec 11.6).
///
///     retry(max: 3, backoff: .exponential(.milliseconds(200))) { load(url) }
///
/// The first attempt starts at once. The result is rejected with ``RetryError``, which has what every
/// attempt failed with, when there have been `max` of them or `shouldRetry` says no. An attempt that
/// was discarded or cancelled is not tried again. Discarding the result stops the attempt, or the wait
/// between two.
///
/// - Parameters:
///   - max: How many attempts there may be, at least 1; less rejects with ``ArgumentError``.
///   - backoff: How long to wait after each one.
///   - clock: What measures the wait.
///   - shouldRetry: Says of an error whether another attempt makes sense.
///   - operation: Starts an attempt; what it throws counts as its failure.
/// - Returns: A promise for the value of the first attempt that succeeds.
public func retry<Value: Sendable>(
  max: Int = 3,
  backoff: Backoff = .none,
  clock: some Clock<Duration> = ContinuousClock(),
  while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true },
  _ operation: @escaping @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  guard max > 0 else {
    return Promise(error: ArgumentError("retry(max: \(max)): max must be at least 1"))
  }
  @Sendable func attempt(_ failures: [any Error]) -> Promise<Value> {
    Promise(value: ()).flatMap(operation).flatMapError { error in
      if error.isCancellation { throw error }
      let failures = failures + [error]
      guard failures.count < max, shouldRetry(error) else { throw RetryError(errors: failures) }
      let delay = backoff.delay(after: failures.count)
      if delay == .zero { return attempt(failures) }
      return Promise.sleeping(for: delay, on: clock).flatMap { attempt(failures) }
    }
  }
  return attempt([])
}
