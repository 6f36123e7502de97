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
  private let workers: Int
  private let remote: Remote
  private let budget: RetryBudget
  private let state: Mutex<State>

  private struct State {
    var dispatch: Dispatch
    /// Fulfilled when a worker can be called again, or when none will.
    var waiting: [Promise<Void>] = []
    var isStopped = false
  }

  /// Creates a dispatcher whose workers can be called, unless their state is a different one.
  init(
    workers: Int,
    _ state: Presence.State = .present,
    policy: Policy,
    clock: Time = ContinuousClock(),
    remote: @escaping Remote
  ) {
    self.workers = workers
    self.policy = policy
    self.clock = clock
    self.remote = remote
    budget = RetryBudget(named: "second calls", ratio: policy.hedgeRatio, clock: clock)
    self.state = Mutex(State(dispatch: Dispatch(workers: workers, state)))
  }

  /// All calls so far.
  var ledger: Ledger { state.withLock { $0.dispatch.ledger } }

  /// The number of current calls.
  var callsUnderWay: Int { state.withLock { $0.dispatch.pool.calls } }

  func presence(of worker: Int) -> Presence {
    state.withLock { $0.dispatch.pool.presence(of: worker) }
  }

  /// Records that the process of `worker` has ended.
  func died(_ worker: Int) { changing { $0.pool.died(worker) } }

  /// Records the result of a heartbeat of `worker`, and returns whether its connection is stuck.
  func record(_ beat: Presence.Beat, of worker: Int) -> Bool {
    changing { $0.pool.record(beat, of: worker) }
  }

  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Starts no further item; the current ones are finished.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Returns a promise that is fulfilled as soon as a worker can be called, or when none will.
  func worker() -> Promise<Void> {
    state.withLock { $0.dispatch.pool.present > 0 ? Promise(value: ()) : Self.wait(&$0) }
  }

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

  /// Asks one worker after the other for `item` until its deadline.
  func answer(to item: Int) -> Promise<Answer> {
    if isStopped { return Promise(error: StoppedError()) }
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

  /// Asks one or more workers for `item`, in a share of the remaining time, once one is present.
  private func attempt(
    _ attempt: Int,
    at item: Int,
    before deadline: Time.Instant
  ) throws -> Promise<Answer> {
    let assignment: Assignment
    switch turn(of: item) {
    case .call(let found): assignment = found
    case .wait(let arrival):
      return arrival.flatMap { [self] in try self.attempt(attempt, at: item, before: deadline) }
    case .never: throw NoWorkerError()
    }
    let share = policy.share(of: clock.now.duration(to: deadline), attempt: attempt)
    return hedged(assignment, before: deadline).timeout(after: share, clock: clock)
  }

  /// Asks a worker, and another one whenever the latest is silent for a while or one fails.
  private func hedged(_ assignment: Assignment, before deadline: Time.Instant) -> Promise<Answer> {
    let first = Mutex<Assignment?>(assignment)
    let calls = max(workers, policy.calls)
    return hedge(after: policy.hedgeAfter, max: calls, budget: budget, clock: clock) { [self] in
      let unused = first.withLock { $0.take() }
      guard let next = unused ?? nextHedge(of: assignment.item) else { throw NoWorkerError() }
      return call(next, before: deadline)
    }
  }

  /// Makes a call with the remaining time of the item, and records its end.
  private func call(_ assignment: Assignment, before deadline: Time.Instant) -> Promise<Answer> {
    remote(assignment, clock.now.duration(to: deadline))
      .map { [clock] answer in
        try assignment.check(answer, isInTime: clock.now < deadline)
      }
      .observe { [self] result in end(assignment, result.fate) }
      // A discarded call has no result. If a call has one, its end has already been recorded.
      .ensure { [self] in end(assignment, .discarded) }
  }

  private func nextHedge(of item: Int) -> Assignment? {
    state.withLock { $0.dispatch.hedge(item) }
  }

  /// The next action for an item.
  private enum Turn {
    case call(Assignment)
    case wait(Promise<Void>)
    case never
  }

  private func turn(of item: Int) -> Turn {
    state.withLock { state in
      if let assignment = state.dispatch.assign(item) { return .call(assignment) }
      return state.dispatch.pool.isDead ? .never : .wait(Self.wait(&state))
    }
  }

  private static func wait(_ state: inout State) -> Promise<Void> {
    let arrival = Promise<Void>()
    state.waiting.append(arrival)
    return arrival
  }

  /// Changes the presence of a worker, and resumes the items that wait for one.
  private func changing<Output>(_ change: (inout Dispatch) -> Output) -> Output {
    let (output, resumed) = state.withLock { state in
      let output = change(&state.dispatch)
      let pool = state.dispatch.pool
      guard pool.present > 0 || pool.isDead else { return (output, [Promise<Void>]()) }
      defer { state.waiting = [] }
      return (output, state.waiting)
    }
    for promise in resumed { promise.resolve() }
    return output
  }

  private func end(_ assignment: Assignment, _ fate: Ledger.Fate) {
    state.withLock { $0.dispatch.end(assignment, fate) }
  }
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
