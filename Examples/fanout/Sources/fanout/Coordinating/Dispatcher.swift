import Pledge
import Synchronization

/// Maps items over workers: each item is a promise, and so is each call.
///
/// What to do is decided in ``Dispatch`` and ``Policy``; here it is done.
final class Dispatcher<Time: Clock>: Sendable where Time.Duration == Duration {
  /// Makes a call; discarding the promise has to reach the worker.
  typealias Remote = @Sendable (_ assignment: Assignment, _ timeLeft: Duration) -> Future<Answer>

  private let policy: Policy
  private let clock: Time
  private let start: Time.Instant
  private let remote: Remote
  private let dispatch: Mutex<Dispatch>

  init(workers: Int, policy: Policy, clock: Time = ContinuousClock(), remote: @escaping Remote) {
    self.policy = policy
    self.clock = clock
    self.remote = remote
    start = clock.now
    dispatch = Mutex(Dispatch(workers: workers))
  }

  /// Every call so far.
  var ledger: Ledger { dispatch.withLock { $0.ledger } }

  /// How many calls are under way.
  var callsUnderWay: Int { dispatch.withLock { $0.pool.calls } }

  /// Notes that the process of `worker` has ended.
  func died(_ worker: Int) { dispatch.withLock { $0.died(worker) } }

  /// Has all `items` answered, at most `limit` at a time; an item that fails stops no other.
  ///
  /// Discarding the promise cancels the calls that are under way, on the workers, too.
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

  /// Asks one worker after the other for `item`, until its time is over.
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

  /// Has `item` answered in a share of the time that is left, however many workers that takes.
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

  /// Asks a worker, and another one if it is silent for a while, or fails beside others.
  ///
  /// Each goes on whatever becomes of the others; the first answer counts, the rest is discarded.
  private func hedged(_ assignment: Assignment, before deadline: Time.Instant) -> Promise<Answer> {
    let call = call(assignment, before: deadline)
    let next = call.timeout(after: policy.hedgeAfter, clock: clock).flatMapError { [self] _ in
      guard let other = assign({ $0.hedge(assignment.item, at: $1) }) else { return call }
      return hedged(other, before: deadline)
    }
    return any(call, next)
  }

  /// Makes a call with what is left of the item's time, and notes how it ends.
  private func call(_ assignment: Assignment, before deadline: Time.Instant) -> Promise<Answer> {
    remote(assignment, clock.now.duration(to: deadline))
      .map { [clock] answer in
        try assignment.check(answer, isInTime: Policy.counts(at: clock.now, before: deadline))
      }
      .observe { [self] result in end(assignment, result.fate) }
      // A call that is discarded has no result; of one that has, the end is known by now.
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
