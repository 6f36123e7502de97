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
  /// Tasks that sleep on the clock wake at their deadlines, too. This method does not wait for what
  /// a task does after it has woken, nor for handlers on an execution context: a timer that they
  /// start may be late. Run the clock again for such a timer.
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
    _ = await wait(for: .rest, within: limit, call, at: site)
  }

  /// The earliest deadline of a sleeper before or at `end`.
  private func nextDeadline(until end: Instant) -> Instant? {
    state.withLock { $0.nextDeadline }.flatMap { $0 <= end ? $0 : nil }
  }

  /// Advances the clock to `instant`, unless another call has advanced it further.
  private func jump(to instant: Instant) {
    for task in change({ $0.advance(to: max(instant, $0.now), for: nil) }) { task.resume() }
  }

  /// Waits until `condition` is met; fails the test if that does not happen.
  ///
  /// - Returns: Whether the condition was met.
  private nonisolated(nonsending) func wait(
    for condition: Sleepers.Condition,
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
    if outcome != nil { return true }
    reached.resolve()
    let problem =
      isResting
      ? "the clock advanced while nothing was sleeping; no sleeper came \(limit.exceeded)"
      : "the handlers of timers did not return \(limit.exceeded)"
    site.record("\(call): \(problem)")
    return false
  }

  private var isResting: Bool { state.withLock { $0.isResting } }
}
