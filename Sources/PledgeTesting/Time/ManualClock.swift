internal import Pledge

internal import class PledgeCore.Locked

/// A clock that stands still until a test moves it.
///
///     let clock = ManualClock()
///     let user = promise.timeout(after: .seconds(5), clock: clock)
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(5))
///     try await expectRejected(user, with: TimeoutError.self)
///
/// What is timed starts its sleep in a task, a moment after the call that makes it. A clock that is
/// moved before that moves too early, and the sleeper waits for the next time: so wait for the
/// sleepers first, as above.
///
/// Any thread may move it, and anything may sleep on it: promises, tasks, and other code that takes
/// a `Clock<Duration>`.
public final class ManualClock: Clock {
  /// A moment of a ``ManualClock``.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// Creates a moment.
    ///
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The moment that is `duration` later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The moment.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to `other`.
    ///
    /// - Parameter other: The later moment.
    /// - Returns: The time; negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Locked(Sleepers())

  /// Creates a clock, which stands at zero.
  public init() {}

  /// The moment at which the clock stands.
  public var now: Instant { state.withLock { $0.now } }

  /// None: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// How many sleep on the clock now.
  public var sleepers: Int { state.withLock { $0.count } }

  /// Waits until the clock has been moved to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: The moment to wait for; if it has come already, this returns at once.
  ///   - tolerance: Of no use here.
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  /// - Complexity: O(log *n*) in the number of sleepers.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.nextID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeps = change { $0.add(id, until: deadline, continuation) }
        if !sleeps { continuation.resume(with: Result(catching: Task.checkCancellation)) }
        // Cancelled before it lay down, it has not been found.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Sleepers.ID) {
    change { $0.remove(id) }?.resume(throwing: CancellationError())
  }

  /// Edits the state, and tells those who wait for what it is now after unlocking.
  private func change<Output>(_ edit: (inout Sleepers) -> Output) -> Output {
    let (output, reached) = state.withLock { state in (edit(&state), state.takeReached()) }
    for promise in reached { promise.resolve() }
    return output
  }
}

// MARK: - Moving the time

extension ManualClock {
  /// Moves the clock on by `duration`, and wakes those whose time has come.
  ///
  ///     clock.advance(by: .seconds(5))
  ///
  /// They wake in the order of their deadlines, and find the clock where it stands then. What sleeps
  /// again and again is therefore woken once; to go through its sleeps, move the clock from one to
  /// the next and wait for the sleeper in between. A negative time fails the test and moves nothing.
  ///
  /// - Parameters:
  ///   - duration: How far; not negative.
  ///   - fileID: The place that a failure names.
  ///   - filePath: The file of that place.
  ///   - line: The line of that place.
  ///   - column: The column of that place.
  /// - Complexity: O(log *n*) in the number of sleepers, for each that wakes.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    move(or: "advance(by: \(duration))", at: site) { $0.advanced(by: duration) }
  }

  /// Moves the clock on to `instant`, and wakes those whose time has come.
  ///
  ///     clock.advance(to: .init(offset: .seconds(60)))
  ///
  /// Same as ``advance(by:fileID:filePath:line:column:)``; a moment that has passed fails the test
  /// and moves nothing.
  ///
  /// - Parameters:
  ///   - instant: The moment; not one that has passed.
  ///   - fileID: The place that a failure names.
  ///   - filePath: The file of that place.
  ///   - line: The line of that place.
  ///   - column: The column of that place.
  /// - Complexity: O(log *n*) in the number of sleepers, for each that wakes.
  public func advance(
    to instant: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    move(or: "advance(to: \(instant.offset))", at: site) { _ in instant }
  }

  private func move(or call: String, at site: CallSite, to instant: (Instant) -> Instant) {
    let due = change { state -> [Sleepers.Continuation]? in
      let instant = instant(state.now)
      return instant < state.now ? nil : state.advance(to: instant)
    }
    guard let due else { return site.record("\(call): time goes forward only") }
    for sleeper in due { sleeper.resume() }
  }
}

// MARK: - Waiting for sleepers

extension ManualClock {
  /// Waits until exactly `count` sleep on the clock; fails the test if that does not come to pass.
  ///
  ///     await clock.waitForSleepers(1)
  ///
  /// To be called before the clock is moved, since what is timed starts its sleep in a task of its
  /// own; and, with a count of zero, to see that a timer was ended.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: The real time to wait at most, ten minutes by default.
  ///   - fileID: The place that a failure names.
  ///   - filePath: The file of that place.
  ///   - line: The line of that place.
  ///   - column: The column of that place.
  public nonisolated(nonsending) func waitForSleepers(
    _ count: Int,
    within limit: Duration = .seconds(600),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let reached = Promise<Void>()
    change { $0.watch(for: count, reached) }
    if await reached.settled(within: limit) != nil { return }
    reached.resolve()
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      .record("number of sleepers \(limit.exceeded): expected \(count), found \(sleepers)")
  }
}
