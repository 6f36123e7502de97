internal import Pledge

/// The sleepers of a manual clock; not thread-safe.
///
/// Its methods return the sleepers to wake, and the clock wakes them after unlocking.
struct Sleepers {
  typealias Continuation = CheckedContinuation<Void, any Error>
  typealias ID = Int
  private typealias Alarms = TicketHeap<ManualClock.Instant, ID>

  /// Something that waits for its deadline: a task, or the promise of a timer.
  enum Sleeper {
    case task(Continuation)
    case timer(Promise<Void>)
  }

  /// What a call waits for.
  enum Condition: Equatable {
    /// Exactly this many sleepers.
    case count(Int)
    /// All timers that are due have fired, their handlers have returned, and the tasks of the clock
    /// have ended or wait.
    case rest
    /// Same as `rest`, with at least one sleeper.
    case restWithSleepers
  }

  private(set) var now = ManualClock.Instant()
  private var sleepers: [ID: (sleeper: Sleeper, alarm: Alarms.Ticket)] = [:]
  private var alarms = Alarms()
  /// The timers that are due and have not fired yet.
  private var dueTimers: [ID: Promise<Void>] = [:]
  /// The alarms of all timers that are due, and of some that were discarded.
  private var dueAlarms = Alarms()
  /// Whether due timers are being fired.
  private var isFiring = false
  /// The tasks of the clock that have not ended, and the parts of theirs that run.
  private var (tasks, jobs) = (0, 0)
  /// The number of parts of tasks that were ever begun.
  private(set) var begunJobs = 0
  private var waiters: [Waiter] = []
  private var lastID: ID = 0
  /// The last advance that found nothing sleeping, or run that left nothing sleeping, unless a
  /// later one has woken a sleeper, and the remedy.
  private var earlyAdvance: (text: String, remedy: String)?
  private var isHintAnnounced = false

  var count: Int { sleepers.count }

  /// The earliest instant at which something may wake; `nil` if nothing sleeps.
  var nextDeadline: ManualClock.Instant? { alarms.firstDeadline }

  mutating func nextID() -> ID {
    lastID += 1
    return lastID
  }

  /// Adds a task that sleeps.
  ///
  /// - Returns: Whether the task was added; `false` if its deadline has passed.
  mutating func add(_ id: ID, until deadline: ManualClock.Instant, _ continuation: Continuation)
    -> Bool
  {
    guard deadline > now else { return false }
    add(.task(continuation), id, until: deadline)
    return true
  }

  /// Adds the promise of a timer, which is due immediately if its deadline has passed.
  mutating func add(_ id: ID, until deadline: ManualClock.Instant, _ timer: Promise<Void>) {
    if deadline > now { add(.timer(timer), id, until: deadline) } else { addDue(timer, id) }
  }

  private mutating func add(_ sleeper: Sleeper, _ id: ID, until deadline: ManualClock.Instant) {
    let alarm = alarms.draw()
    alarms.enter(id, at: deadline, by: alarm)
    sleepers[id] = (sleeper, alarm)
  }

  private mutating func addDue(_ timer: Promise<Void>, _ id: ID) {
    dueTimers[id] = timer
    // Those that were due before come first, and time does not go back.
    dueAlarms.enter(id, at: now, by: dueAlarms.draw())
  }

  /// Removes a sleeper before its deadline, or a timer that has not fired yet.
  ///
  /// - Returns: What was removed, or `nil` if it had been removed before.
  mutating func remove(_ id: ID) -> Sleeper? {
    guard let (sleeper, alarm) = sleepers.removeValue(forKey: id) else {
      return dueTimers.removeValue(forKey: id).map { .timer($0) }
    }
    _ = alarms.remove(alarm)
    return sleeper
  }

  /// Advances the time, after which the timers that have become due can be fired.
  ///
  /// - Parameters:
  ///   - instant: The new time.
  ///   - call: The call and its location, for the hint if it is early; `nil` if there is none.
  /// - Returns: The tasks to wake, by deadline; those with equal deadlines in the order of their
  ///   arrival.
  mutating func advance(to instant: ManualClock.Instant, for call: String?) -> [Continuation] {
    if let call, count == 0, instant > now { noteEarlyAdvance(call) }
    now = instant
    var due: [Continuation] = []
    for (_, id) in alarms.removeDue(at: now) {
      earlyAdvance = nil
      switch sleepers.removeValue(forKey: id)?.sleeper {
      case .task(let continuation): due.append(continuation)
      case .timer(let timer): addDue(timer, id)
      case nil: break
      }
    }
    return due
  }

  // MARK: Firing timers

  /// Whether no timer is due, the handlers of those that fired have returned, and no task of the
  /// clock runs.
  var isResting: Bool { !isFiring && jobs == 0 }

  /// The number of parts of tasks that were ever begun, if a task of the clock has not ended.
  var jobsOfWaitingTasks: Int? { tasks > 0 ? begunJobs : nil }

  /// Notes that a task of the clock begins.
  mutating func beginTask() { tasks += 1 }

  /// Notes that a task of the clock ends.
  mutating func endTask() { tasks -= 1 }

  /// Notes that a task of the clock goes on.
  mutating func beginJob() {
    jobs += 1
    begunJobs += 1
  }

  /// Notes that a task of the clock has suspended or ended.
  mutating func endJob() { jobs -= 1 }

  /// Returns whether the caller has to fire the timers that are due.
  mutating func beginFiring() -> Bool {
    guard !isFiring, !dueTimers.isEmpty else { return false }
    isFiring = true
    return true
  }

  /// Removes the next timer to fire, by deadline, then in the order of the calls.
  ///
  /// - Returns: The timer; `nil` ends the firing, because none is due.
  mutating func nextDueTimer() -> Promise<Void>? {
    while let id = dueAlarms.popFirst() {
      if let timer = dueTimers.removeValue(forKey: id) { return timer }
    }
    isFiring = false
    return nil
  }

  // MARK: Early advances

  private mutating func noteEarlyAdvance(_ call: String) {
    earlyAdvance = (
      "\(call) was early: nothing was sleeping on the clock,",
      "await run(for:) instead, or await waitForSleepers first"
    )
    isHintAnnounced = false
  }

  /// Notes that a run has ended, if it has left nothing sleeping.
  mutating func noteEnd(of run: String) {
    guard count == 0 else { return }
    earlyAdvance = (
      "\(run) left nothing sleeping on the clock,",
      "a run does not wait for attempts and handlers on queues and other contexts, or in Task { }:"
        + " await waitForSleepers between runs"
    )
    isHintAnnounced = true
  }

  /// Whether the last advance found nothing sleeping.
  var isEarly: Bool { earlyAdvance != nil }

  /// A likely reason why something still sleeps: it came after the clock was advanced.
  var hint: String? {
    guard let (text, remedy) = earlyAdvance, count > 0 else { return nil }
    let sleepers = count == 1 ? "1 sleeper has" : "\(count) sleepers have"
    return "\(text) and \(sleepers) arrived since; \(remedy)"
  }

  /// Returns the hint, once for each early advance.
  mutating func takeHint() -> String? {
    guard !isHintAnnounced, let hint else { return nil }
    isHintAnnounced = true
    return hint
  }

  // MARK: Waiting

  /// Adds a promise to fulfill when `condition` is met.
  mutating func addWaiter(for condition: Condition, _ reached: Promise<Void>) {
    waiters.append(Waiter(condition: condition, reached: reached))
  }

  /// Removes the promises whose conditions are met.
  ///
  /// - Returns: The promises to fulfill.
  mutating func takeReached() -> [Promise<Void>] {
    guard !waiters.isEmpty else { return [] }
    let reached = waiters.filter { isMet($0.condition) }.map(\.reached)
    if !reached.isEmpty { waiters = waiters.filter { !isMet($0.condition) } }
    return reached
  }

  private func isMet(_ condition: Condition) -> Bool {
    switch condition {
    case .count(let count): count == self.count
    case .rest: isResting
    case .restWithSleepers: isResting && count > 0
    }
  }
}

private struct Waiter {
  let condition: Sleepers.Condition
  let reached: Promise<Void>
}
