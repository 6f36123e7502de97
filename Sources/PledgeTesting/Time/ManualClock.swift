internal import Pledge
internal import PledgeSupport

/// A clock that stands still until a test advances it.
///
///     let clock = ManualClock()
///     let user = promise.timeout(after: .seconds(5), clock: clock)
///     await clock.run(for: .seconds(5))
///     try await expectRejected(user, with: TimeoutError.self)
///
/// Pledge's operations start their timers on a manual clock within the call. While the clock runs,
/// each timer fires at its own instant, and its handlers return before time goes on, so the
/// attempts of a `retry` follow each other, also if they are asynchronous closures. To move the
/// clock in a single jump, call ``advance(by:fileID:filePath:line:column:)``.
///
/// A task begins to sleep at any time after the call that starts it. A clock that is advanced
/// before that does not wake the task until it is advanced again. Await
/// ``waitForSleepers(_:within:fileID:filePath:line:column:)`` first. An expectation that times out
/// names the advance that was early.
///
/// A clock can be advanced from any thread, and anything can sleep on it: promises, tasks, and
/// other code that takes a `Clock<Duration>`.
public final class ManualClock: Clock {
  /// An instant of a ``ManualClock``.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the clock.
    public let offset: Duration

    /// Creates an instant.
    ///
    /// - Parameter offset: The time since the creation of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the instant that is `duration` later.
    ///
    /// Beyond `Int64.max` seconds, this is the last instant.
    ///
    /// - Parameter duration: The time to add.
    /// - Returns: The instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset.adding(duration))
    }

    /// Returns the time from this instant to `other`.
    ///
    /// - Parameter other: The later instant.
    /// - Returns: The time; negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration { other.offset.subtracting(offset) }

    /// Returns whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let state = Locked(Sleepers())

  /// Creates a clock that stands at zero.
  public init() { AttemptTasks.belongToClocks() }

  deinit { EarlyAdvances.remove(state) }

  /// The current instant of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero, since the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// The number of sleepers on the clock.
  public var sleepers: Int { state.withLock { $0.count } }

  /// Waits until the clock has been advanced to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: The instant to wait for. If it has passed, this method returns immediately.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` as soon as the task is canceled.
  /// - Complexity: O(log *n*), where *n* is the number of sleepers.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.nextID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeps = change { $0.add(id, until: deadline, continuation) }
        if !sleeps { continuation.resume(with: Result(catching: Task.checkCancellation)) }
        // If the task was canceled before the sleeper was added, the handler has not found it.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Sleepers.ID) {
    if case .task(let continuation) = change({ $0.remove(id) }) {
      continuation.resume(throwing: CancellationError())
    }
  }

  /// Edits the state, and after unlocking fulfills the promises that wait for the new state, and
  /// starts to fire the timers that have become due.
  func change<Output>(_ edit: (inout Sleepers) -> Output) -> Output {
    let (output, mustFire, reached) = state.withLock { state in
      (edit(&state), state.beginFiring(), state.takeReached())
    }
    for promise in reached { promise.resolve() }
    if mustFire { Task { fireTimers() } }
    return output
  }
}

// MARK: - Advancing the clock

extension ManualClock {
  /// Advances the clock by `duration`, and wakes the sleepers whose deadlines have passed.
  ///
  ///     clock.advance(by: .seconds(5))
  ///
  /// Sleepers wake in the order of their deadlines, and all find the clock at its new instant. Code
  /// that sleeps repeatedly is therefore woken only once. To step through its sleeps, call
  /// ``run(for:within:fileID:filePath:line:column:)``. The handlers of timers run later, on a
  /// thread of a task. A negative duration fails the test and leaves the clock unchanged.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by. Must not be negative.
  ///   - fileID: The source file shown in failures.
  ///   - filePath: The path of the source file.
  ///   - line: The source line shown in failures.
  ///   - column: The source column shown in failures.
  /// - Complexity: O(log *n*) for each sleeper that wakes, where *n* is the number of sleepers.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    move(for: "advance(by: \(duration))", at: site) { $0.advanced(by: duration) }
  }

  /// Advances the clock to `instant`, and wakes the sleepers whose deadlines have passed.
  ///
  ///     clock.advance(to: .init(offset: .seconds(60)))
  ///
  /// Same as ``advance(by:fileID:filePath:line:column:)``. An instant that has passed fails the
  /// test and leaves the clock unchanged.
  ///
  /// - Parameters:
  ///   - instant: The instant to advance to. Must not have passed.
  ///   - fileID: The source file shown in failures.
  ///   - filePath: The path of the source file.
  ///   - line: The source line shown in failures.
  ///   - column: The source column shown in failures.
  /// - Complexity: O(log *n*) for each sleeper that wakes, where *n* is the number of sleepers.
  public func advance(
    to instant: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    move(for: "advance(to: \(instant.offset))", at: site) { _ in instant }
  }

  private func move(for call: String, at site: CallSite, to instant: (Instant) -> Instant) {
    let place = "\(call) at \(site.fileID):\(site.line)"
    let (due, isEarly) = change { state -> ([Sleepers.Continuation]?, Bool) in
      let instant = instant(state.now)
      let due = instant < state.now ? nil : state.advance(to: instant, for: place)
      return (due, state.isEarly)
    }
    guard let due else { return site.record("\(call): time goes forward only") }
    if isEarly { EarlyAdvances.note(state) }
    for task in due { task.resume() }
  }
}

// MARK: - Waiting for sleepers

extension ManualClock {
  /// Waits until exactly `count` sleepers are on the clock; fails the test if that does not happen.
  ///
  ///     await clock.waitForSleepers(1)
  ///
  /// Call this method before you advance the clock if a task sleeps on it, or if a task or another
  /// thread starts a timed operation. Call it with a count of zero to verify that a timer was
  /// stopped.
  ///
  /// While more than `count` are sleeping, this method does not return, so count every timed
  /// operation. A `timeout` at the end of a chain that begins with a delay starts when it is
  /// called: it is a second sleeper, and its limit includes the delay.
  ///
  /// A sleeper can appear before the handler that started it has returned. Wait for the outcome of
  /// a promise, rather than reading its state after this method.
  ///
  /// After ten seconds, a line on standard error shows the number of sleepers.
  ///
  /// - Parameters:
  ///   - count: The number of sleepers.
  ///   - limit: The maximum real time to wait, ten minutes by default.
  ///   - fileID: The source file shown in failures.
  ///   - filePath: The path of the source file.
  ///   - line: The source line shown in failures.
  ///   - column: The source column shown in failures.
  public nonisolated(nonsending) func waitForSleepers(
    _ count: Int,
    within limit: Duration = .seconds(600),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let reached = Promise<Void>()
    change { $0.addWaiter(for: .count(count), reached) }
    func found() -> String { "expected \(count), found \(sleepers)" + EarlyAdvances.hint }
    let outcome = await reached.settled(within: limit) {
      site.announceWait(within: limit, "number of sleepers: \(found())")
    }
    if outcome != nil { return }
    reached.resolve()
    site.record("number of sleepers \(limit.exceeded): \(found())")
  }
}
