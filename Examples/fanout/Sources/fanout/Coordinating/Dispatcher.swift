import Pledge
import Synchronization

/// Maps items over workers.
///
/// Each item is a promise, and so is each call. This class executes the decisions of ``Dispatch``
/// and ``Policy``.
final class Dispatcher<Time: Clock>: Sendable where Time.Duration == Duration {
  /// Makes a call.
  ///
  /// Discarding the promise has to cancel the call on the worker.
  typealias Remote = @Sendable (_ assignment: Assignment, _ timeLeft: Duration) -> Future<Answer>

  private let policy: Policy
  private let clock: Time
  private let start: Time.Instant
  private let workers: Int
  private let remote: Remote
  private let dispatch: Mutex<Dispatch>

  init(workers: Int, policy: Policy, clock: Time = ContinuousClock(), remote: @escaping Remote) {
    self.workers = workers
    self.policy = policy
    self.clock = clock
    self.remote = remote
    start = clock.now
    dispatch = Mutex(Dispatch(workers: workers))
  }

  /// All calls so far.
  var ledger: Ledger { dispatch.withLock { $0.ledger } }

  /// The number of current calls.
  var callsUnderWay: Int { dispatch.withLock { $0.pool.calls } }

  /// Records that the process of `worker` has ended.
  func died(_ worker: Int) { dispatch.withLock { $0.died(worker) } }

  /// Maps all `items` to their outcomes, at most `limit` at a time.
  ///
  /// An item that fails does not stop the others. Discarding the promise cancels the current calls,
  /// including on the workers.
  func map(
    _ items: some Sequence<Int> & Sendable,
    limit: Int,
    settled: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) -> Promise<[Outcome]> {
    items.mapConcurrently(limit: limit) { [self] item in
      answer(to: item)
        .map { Outcome(item: item, result: .success($0)) }
        .recover { Outcome(item: item, result: .failure($0)) }
        .tap(settled)
    }
  }

  /// Asks one worker after the other for `item` until its deadline.
  func answer(to item: Int) -> Promise<Answer> {
    let deadline = clock.now.advanced(by: policy.deadline)
    let attempts = Mutex(0)
    let answer = retry(
      max: policy.attempts,
      backoff: policy.backoff,
      clock: clock,
      while: isPassing
    ) { [self] in
      let attempt = attempts.withLock { count in
        count += 1
        return count
      }
      return try self.attempt(attempt, at: item, before: deadline)
    }
    return answer.deadline(deadline, clock: clock)
  }

  /// Asks one or more workers for `item`, in a share of the remaining time.
  private func attempt(
    _ attempt: Int,
    at item: Int,
    before deadline: Time.Instant
  ) throws -> Promise<Answer> {
    guard let assignment = assign({ $0.assign(item, at: $1) }) else { throw NoWorkerError() }
    let share = policy.share(of: clock.now.duration(to: deadline), attempt: attempt)
    let end = after(share, clock: clock).map { [self] () throws -> Answer in
      ranOut(item)
      throw TimeoutError(limit: share)
    }
    return race(hedged(assignment, before: deadline), end)
  }

  /// Asks a worker, and another one whenever the latest is silent for a while or one fails.
  private func hedged(_ assignment: Assignment, before deadline: Time.Instant) -> Promise<Answer> {
    let first = Mutex<Assignment?>(assignment)
    return hedge(after: policy.hedgeAfter, max: workers, clock: clock) { [self] in
      let unused = first.withLock { $0.take() }
      guard let next = unused ?? assign({ $0.hedge(assignment.item, at: $1) }) else {
        throw NoWorkerError()
      }
      return call(next, before: deadline)
    }
  }

  /// Makes a call with the remaining time of the item, and records its end.
  private func call(_ assignment: Assignment, before deadline: Time.Instant) -> Promise<Answer> {
    remote(assignment, clock.now.duration(to: deadline))
      .map { [clock] answer in
        try assignment.check(answer, isInTime: Policy.counts(at: clock.now, before: deadline))
      }
      .observe { [self] result in end(assignment, result.fate) }
      // A discarded call has no result. If a call has one, its end has already been recorded.
      .ensure { [self] in end(assignment, .discarded) }
  }

  private func assign(_ choose: (inout Dispatch, Duration) -> Assignment?) -> Assignment? {
    let now = now
    return dispatch.withLock { choose(&$0, now) }
  }

  private func ranOut(_ item: Int) {
    let now = now
    dispatch.withLock { $0.ranOut(item, at: now) }
  }

  private func end(_ assignment: Assignment, _ fate: Ledger.Fate) {
    let now = now
    dispatch.withLock { $0.end(assignment, fate, at: now) }
  }

  private var now: Duration { start.duration(to: clock.now) }
}

extension Result where Success == Answer, Failure == any Error {
  fileprivate var fate: Ledger.Fate {
    switch self {
    case .success: .answered
    case .failure(let failure as CallFailure): .failed(failure.kind)
    case .failure(let error): error.isCancellation ? .discarded : .failed(.broken)
    }
  }
}
