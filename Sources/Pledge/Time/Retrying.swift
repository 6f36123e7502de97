internal import PledgeCore
internal import PledgeSupport

/// Makes the attempts of a retry, one after another.
///
/// It is owned by the handlers of the current attempt, which end with the result. Observers see the
/// promises that the result waits for, but not the internal ones between them.
final class Retrying<Value: Sendable>: Sendable {
  let result: Promise<Value>
  private let operation: @Sendable () throws -> Future<Value>
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let state = Locked(State())

  private struct State {
    var failures = RetryFailures()
    /// The token of the next attempt, if it has not started yet.
    var withdrawal: RetryBudget.Withdrawal?
  }

  init(
    _ operation: @escaping @Sendable () throws -> Future<Value>,
    by policy: RetryPolicy,
    on clock: any Clock<Duration>,
    at site: Site
  ) {
    result = Promise(dependentAt: site, by: .retry)
    self.operation = clock.attempting(operation)
    self.policy = policy
    self.clock = clock
  }

  deinit {
    // The wait before the attempt was discarded, or the clock has failed.
    state.withLock { $0.withdrawal }?.cancel()
  }

  /// Makes an attempt, which is `first` if that has been started, and those that follow it.
  func attempt(_ first: Future<Value>? = nil) -> Promise<Value> {
    let trial = Promise(fulfilledWith: (), at: .unknown, by: .attempt).flatMap {
      // Attempts that fail immediately run inside a handler, which cannot be interrupted, and each
      // closure of the user may settle the result. So its state is checked before the next call.
      guard self.result.isPending else { throw DiscardedError() }
      if self.policy.budget != nil { self.state.withLock { $0.withdrawal = nil } }
      return self.result.awaiting(try first ?? self.operation())
    }
    return trial.flatMapError { error in
      let count = try self.recordFailure(error)
      let pause = self.decision(after: error).flatMap { try self.pause(as: $0, after: count) }
      return pause.flatMap { self.attempt() }
    }
  }

  /// Records the error of an attempt, and returns the number of failures so far.
  ///
  /// - Throws: The error that ends the attempts, if there is nothing to decide.
  private func recordFailure(_ error: any Error) throws -> Int {
    if error.isCancellation || !result.isPending { throw error }
    // The error that is dropped is released outside the lock.
    let (_, count) = state.withLock { ($0.failures.append(error), $0.failures.count) }
    guard count < policy.max else { throw failure() }
    return count
  }

  private func decision(after error: any Error) -> Promise<RetryDecision> {
    if let shouldRetry = policy.shouldRetry, !shouldRetry(error) {
      return Promise(fulfilledWith: .stop, at: .unknown)
    }
    guard let ask = policy.ask, result.isPending else {
      return Promise(fulfilledWith: choice(after: error), at: .unknown)
    }
    return Promise(fulfilledWith: error, at: .unknown)
      .flatMap { self.result.awaiting(try ask($0)) }
      .mapResult { answer in
        switch answer {
        case .success(let mayRetry): mayRetry ? self.choice(after: error) : .stop
        case .failure(let error): throw self.failure(error)
        }
      }
  }

  /// Returns the decision of `next`, unless the closure before it has settled the result.
  private func choice(after error: any Error) -> RetryDecision {
    guard let decide = policy.decide, result.isPending else { return .again }
    return decide(error)
  }

  /// Starts the wait before the next attempt, if there is one.
  ///
  /// - Throws: The error that ends the attempts, if there is none.
  private func pause(as decision: RetryDecision, after count: Int) throws -> Future<Void> {
    guard let delay = decision.delay(after: count, by: policy.backoff) else { throw failure() }
    guard result.isPending else { throw DiscardedError() }
    if let budget = policy.budget {
      guard let withdrawal = budget.withdraw() else { throw failure(overdrawn: budget) }
      state.withLock { $0.withdrawal = withdrawal }
    }
    guard delay > .zero else { return Promise(fulfilledWith: (), at: .unknown) }
    return result.awaiting(Promise.sleeping(for: delay, on: clock, at: result.site))
  }

  /// Returns the error that ends the attempts.
  private func failure(
    _ decisionError: (any Error)? = nil,
    overdrawn budget: RetryBudget? = nil
  ) -> any Error {
    if let decisionError, decisionError.isCancellation { return decisionError }
    let (failures, origin) = (state.withLock(\.failures), PromiseOrigin(of: result, by: .retry))
    return RetryError(failures, decisionError, budget?.name, from: origin)
  }
}
