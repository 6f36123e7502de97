import Pledge
import Synchronization

/// Maps items over workers.
///
/// Each item is a promise, and so is each call.
final class Dispatcher<Time: Clock>: Sendable where Time.Duration == Duration {
  /// Asks any worker for an item.
  ///
  /// Discarding the promise has to cancel the call on the worker.
  typealias Remote = @Sendable (_ item: Int, _ attempt: Int, _ timeLeft: Duration) -> Future<Answer>

  private let policy: Policy
  private let clock: Time
  private let remote: Remote
  private let budget: RetryBudget
  private let state = Mutex(State())

  private struct State {
    var tally = Tally()
    var isStopped = false
  }

  init(policy: Policy, clock: Time = ContinuousClock(), remote: @escaping Remote) {
    self.policy = policy
    self.clock = clock
    self.remote = remote
    budget = RetryBudget(named: "second calls", ratio: policy.hedgeRatio, clock: clock)
  }

  /// All calls so far.
  var tally: Tally { state.withLock(\.tally) }

  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Starts no further item; the current ones are finished.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Maps all `items` to their outcomes, at most `limit` at a time.
  ///
  /// With a ledger, an item has succeeded only when its answer is saved.
  /// An item that fails does not stop the others. Discarding the promise cancels the current calls,
  /// including on the workers.
  func map(
    _ items: some Sequence<Int> & Sendable,
    limit: Int,
    ledger: RunLedger? = nil,
    settled: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) -> Promise<[Outcome]> {
    items.mapConcurrently(limit: limit) { [self] item in
      let answer = answer(to: item)
      return (ledger.map { answer.saved(in: $0) } ?? answer)
        .map { Outcome(item: item, result: .success($0)) }
        .recover { Outcome(item: item, result: .failure($0)) }
        .tap(settled)
    }
  }

  /// Asks workers for `item` until its deadline.
  ///
  /// A call that fails is made again; while it is silent, another one is made in addition. The
  /// first answer counts, and the other calls are discarded. gRPC sends each call to the next
  /// worker to which it is connected.
  func answer(to item: Int) -> Promise<Answer> {
    if isStopped { return Promise(error: StoppedError()) }
    let deadline = clock.now.advanced(by: policy.deadline)
    let answer = hedge(
      after: policy.hedgeAfter,
      max: policy.calls,
      budget: budget,
      clock: clock
    ) { [self] in
      state.withLock { $0.tally.start(item) }
      return retry(max: .max, backoff: policy.backoff, clock: clock) { [self] in
        call(item, before: deadline)
      }
    }
    return answer.deadline(deadline, clock: clock)
  }

  /// Makes a call with the remaining time of the item, and records its end.
  private func call(_ item: Int, before deadline: Time.Instant) -> Promise<Answer> {
    let attempt = state.withLock { $0.tally.call(item) }
    return remote(item, attempt, clock.now.duration(to: deadline))
      .observe { [self] result in state.withLock { $0.tally.end(item, result) } }
  }
}
