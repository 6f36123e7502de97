internal import Pledge
internal import PledgeSupport

extension ManualClock {
  /// Lets the clock run for `duration`: each timer fires at its own instant, and its handlers
  /// return before time goes on.
  ///
  ///     let clock = ManualClock()
  ///     let user = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock) { load(1) }
  ///     await clock.run(for: .seconds(2))
  ///
  /// A timer that a handler starts also fires if its deadline is within `duration`. When this
  /// method returns, the clock has advanced by `duration`, and no handler of a timer is running.
  ///
  /// The asynchronous closure of a promise that a handler or an attempt of `retry`, `poll`, or
  /// `hedge` creates runs as a task of the clock. Time goes on when it has ended or waits: for the
  /// clock, for a promise, or for anything else. Code on the main actor is waited for, too.
  ///
  /// The clock does not know of other code, and a timer that this code starts may be late: attempts
  /// and handlers on an execution context, such as `Promise(on: .global()) { … }`, what `Task { }`
  /// runs or a task that was started before, a task of the clock that waits for a queue, a thread,
  /// an actor with an executor of its own, or another clock, and before macOS 15 and iOS 18 all
  /// tasks. For such a timer, call ``waitForSleepers(_:within:fileID:filePath:line:column:)`` and
  /// run the clock again; an expectation that times out says so. A task of the clock that yields
  /// repeatedly never waits.
  ///
  /// If nothing sleeps on the clock, this method waits for the first sleeper, which a task may
  /// start. If there is none within `limit`, the clock advances, and the test fails, because the
  /// code does not use this clock, or has already ended. To let time pass although nothing sleeps,
  /// such as for the entries of a cache, call ``advance(by:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - duration: The time to run for. A negative one fails the test and leaves the clock
  ///     unchanged. Zero waits for the handlers of timers that are already due.
  ///   - limit: The maximum real time of each wait, a minute by default. The test fails if handlers
  ///     take longer; the clock then advances in a single jump.
  ///   - fileID: The source file shown in failures.
  ///   - filePath: The path of the source file.
  ///   - line: The source line shown in failures.
  ///   - column: The source column shown in failures.
  /// - Complexity: O(log *n*) for each sleeper that wakes, where *n* is the number of sleepers.
  public nonisolated(nonsending) func run(
    for duration: Duration,
    within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = "run(for: \(duration))"
    guard duration >= .zero else { return site.record("\(call): time goes forward only") }
    let end = now.advanced(by: duration)
    let first = duration > .zero ? Sleepers.Condition.restWithSleepers : .rest
    guard await wait(for: first, within: limit, call, at: site) else { return jump(to: end) }
    while let deadline = nextDeadline(until: end) {
      jump(to: deadline)
      guard await wait(for: .rest, within: limit, call, at: site) else { return jump(to: end) }
    }
    jump(to: end)
    guard await wait(for: .rest, within: limit, call, at: site) else { return }
    state.withLock { $0.noteEnd(of: "\(call) at \(fileID):\(line)") }
    EarlyAdvances.note(state, announces: false)
  }

  /// The earliest deadline of a sleeper before or at `end`.
  private func nextDeadline(until end: Instant) -> Instant? {
    state.withLock { $0.nextDeadline }.flatMap { $0 <= end ? $0 : nil }
  }

  /// Advances the clock to `instant`, unless another call has advanced it further.
  private func jump(to instant: Instant) {
    for task in change({ $0.advance(to: max(instant, $0.now), for: nil) }) { task.resume() }
  }

  /// Waits until `condition` is met, also after the main actor had a turn; fails the test if that
  /// does not happen.
  ///
  /// - Returns: Whether the condition was met.
  private nonisolated(nonsending) func wait(
    for condition: Sleepers.Condition,
    within limit: Duration,
    _ call: String,
    at site: CallSite
  ) async -> Bool {
    let start = ContinuousClock.now
    func fail(_ problem: String) -> Bool {
      site.record("\(call): \(problem) \(limit.exceeded)")
      return false
    }
    repeat {
      guard await reach(condition, within: limit, call, at: site) else {
        return fail(isResting ? Self.noSleeper : "the handlers of timers did not return")
      }
      let (isResting, jobs) = state.withLock { ($0.isResting, $0.jobsOfWaitingTasks) }
      // A task that has gone on since may call the main actor after the turn below.
      guard isResting else { continue }
      guard let jobs else { return true }
      guard await mainActorHasTurn(within: limit) else {
        return fail("a task may need the main actor, which did not run")
      }
      if state.withLock({ $0.isResting && $0.begunJobs == jobs }) { return true }
    } while start.duration(to: .now) < limit
    return fail("the tasks of handlers did not end")
  }

  /// Waits until `condition` is met.
  ///
  /// - Returns: Whether it was.
  private nonisolated(nonsending) func reach(
    _ condition: Sleepers.Condition,
    within limit: Duration,
    _ call: String,
    at site: CallSite
  ) async -> Bool {
    let reached = Promise<Void>()
    change { $0.addWaiter(for: condition, reached) }
    if reached.isFulfilled { return true }
    let outcome = await reached.settled(within: limit) {
      let state = isResting ? "nothing sleeps on the clock" : "handlers of timers are running"
      site.announceWait(within: limit, "\(call): \(state)")
    }
    if outcome == nil { reached.resolve() }
    return outcome != nil
  }

  /// Waits until the main actor has run the jobs that it has.
  ///
  /// A task of the clock that has called the main actor has a job there, which comes first, so the
  /// task is back or has ended, unless it waits for something.
  private nonisolated(nonsending) func mainActorHasTurn(within limit: Duration) async -> Bool {
    let turn = Promise<Void>()
    Task { @MainActor in turn.resolve() }
    return await turn.settled(within: limit) != nil
  }

  private var isResting: Bool { state.withLock { $0.isResting } }

  private static let noSleeper =
    "the clock advanced while nothing was sleeping; no sleeper came"
}
