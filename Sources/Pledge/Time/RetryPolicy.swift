public import PledgeCore

/// The settings of a retry.
@frozen @usableFromInline struct RetryPolicy: Sendable {
  @usableFromInline let max: Int
  @usableFromInline let backoff: Backoff
  @usableFromInline let budget: RetryBudget?
  @usableFromInline let shouldRetry: (@Sendable (any Error) -> Bool)?
  @usableFromInline let ask: (@Sendable (any Error) throws -> Future<Bool>)?
  @usableFromInline let decide: (@Sendable (any Error) -> RetryDecision)?

  @inlinable
  init(
    _ max: Int,
    _ backoff: Backoff,
    _ budget: RetryBudget?,
    _ shouldRetry: (@Sendable (any Error) -> Bool)?,
    _ ask: (@isolated(any) @Sendable (any Error) throws -> Future<Bool>)?,
    _ decide: (@Sendable (any Error) -> RetryDecision)?
  ) {
    self.max = max
    self.backoff = backoff
    self.budget = budget
    self.shouldRetry = shouldRetry
    self.ask = if let ask { onItsActor(ask) } else { nil }
    self.decide = decide
  }

  /// Attempts `operation` until it succeeds, or until this policy ends the attempts.
  ///
  /// The first attempt is `first`, if that has been started. If it has succeeded at once, nothing
  /// but the result is created.
  @inlinable
  func apply<Value: Sendable>(
    to operation: @escaping @Sendable () throws -> Future<Value>,
    after first: Future<Value>?,
    on clock: any Clock<Duration>,
    at site: Site
  ) -> Promise<Value> {
    first?.fulfilledCopy(at: site, by: .retry)
      ?? attempt(operation, after: first, on: clock, at: site)
  }

  /// Continues after the first attempt, or starts with it.
  @usableFromInline
  func attempt<Value: Sendable>(
    _ operation: @escaping @Sendable () throws -> Future<Value>,
    after first: Future<Value>?,
    on clock: any Clock<Duration>,
    at site: Site
  ) -> Promise<Value> {
    if let error = argumentError(in: "retry", max, budget) {
      return Promise(rejectedWith: error, at: site, by: .retry)
    }
    budget?.deposit()
    let retrying = Retrying(operation, by: self, on: clock, at: site)
    retrying.result.settle(as: retrying.attempt(first))
    return retrying.result
  }
}
