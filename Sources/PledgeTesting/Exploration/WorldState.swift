internal import Pledge
internal import PledgeSupport

/// The state of a world; not thread-safe.
struct WorldState {
  /// The maximum number of steps in an ordering.
  static let limit = 10_000

  var agenda = Agenda()
  var problems: [String] = []
  /// Whether ``Exploration/World/run()`` is running.
  var isRunning = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private(set) var guide: Guide
  /// The choice that led to the event that was taken last, if there was one.
  private(set) var choice: Int?
  /// The hash value of the events so far.
  private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
  /// What a replay expects of the events, until they meet it.
  private(set) var expected: Replay.Mark?
  private(set) var hasRun = false
  /// The number of events that happened in runs.
  private(set) var steps = 0
  /// The event that is happening, and the last identifier before it, if some contexts share
  /// nothing.
  private var running: (event: Agenda.Event, lastID: Int)?
  /// The number of jobs that have completed events.
  private var continuations = 0
  private(set) var hasReachedLimit = false
  /// The number of jobs that were run after the body.
  fileprivate var drained = 0
  /// The names of the jobs that were added after the last run.
  fileprivate var lateJobs: [String] = []
  /// The descriptions of the steps, if these are wanted.
  var trace: [String] = []

  init(guide: Guide, timers: Exploration.Timers = .afterJobs, expected: Replay.Mark? = nil) {
    self.guide = guide
    self.expected = expected
    agenda.timersWait = timers == .afterJobs
  }

  private var hash: UInt16 { max(UInt16(truncatingIfNeeded: fingerprint >> 32), 1) }

  /// The hash value for a text that replays the ordering so far; zero if it needs none: without
  /// tasks, the steps do not depend on how the code is compiled.
  var mark: UInt16 { agenda.taskNumbers.isEmpty ? 0 : hash }

  /// Adds a continuation to resume at the end of the current run.
  ///
  /// - Returns: Whether the ordering is over, so that the caller must resume it.
  mutating func add(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    if !agenda.isOver { waiters.append(waiter) }
    return agenda.isOver
  }

  mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
    defer { waiters = [] }
    return waiters
  }

  /// Returns whether a run can begin.
  mutating func begin() -> Bool {
    guard !isRunning else { return false }
    (isRunning, hasRun) = (true, true)
    return true
  }

  /// Chooses and removes the event that comes next; returns `nil` at the end.
  mutating func nextStep() -> Agenda.Step? {
    choice = nil
    if let step = nextContinuation() { return step }
    noteEffect()
    let events = agenda.events()
    if events.isEmpty { return nil }
    guard steps < WorldState.limit, continuations < WorldState.limit else {
      noteLimit()
      return nil
    }
    let event = events[guide.choose(among: events)]
    choice = guide.lastChoice
    if agenda.hasIndependentJobs { running = (event, agenda.lastID) }
    guard let step = agenda.take(event) else { return nil }
    steps += 1
    let parts = event.fingerprint << 16 ^ UInt64(events.count)
    fingerprint = (fingerprint ^ parts) &* 0x100_0000_01B3
    if expected == Replay.Mark(steps: steps, hash: hash) { expected = nil }
    return step
  }

  /// Removes a job that completes the current event.
  mutating func nextContinuation() -> Agenda.Step? {
    guard continuations < WorldState.limit, let step = agenda.takeContinuation() else { return nil }
    continuations += 1
    return step
  }

  /// Notes whether the last event has started anything.
  private mutating func noteEffect() {
    guard let (event, lastID) = running else { return }
    let hasStartedNothing = lastID == agenda.lastID
    guide.note(event, isIndependent: hasStartedNothing && agenda.sharesNothing(event))
    running = nil
  }

  private mutating func noteLimit() {
    if hasReachedLimit { return }
    hasReachedLimit = true
    problems.append("the ordering has not ended after \(WorldState.limit) steps")
  }
}

/// What must stay pending until the process ends: even a release would run its handlers.
private let endless = Locked<[any Sendable]>([])

extension Exploration.World {
  typealias Retired = ([Agenda.Pending], [Agenda.Discard])

  func nextStep() -> Agenda.Step? {
    // Retired entries are released here, after unlocking.
    let (step, _, recording) = state.withLock { state -> (Agenda.Step?, Retired, Recording) in
      let step = state.nextStep()
      let recording = Recording(choice: state.choice, mark: state.mark)
      return (step, state.agenda.takeRetired(), recording)
    }
    recording.note(step)
    return step
  }

  func carryOut(_ step: Agenda.Step) {
    if case .timer(let time, _) = step.title { RuntimeHooks.setTime(time) }
    if isTracing { watch.beginStep() }
    step.work()
    guard isTracing else { return }
    while let step = state.withLock({ $0.nextContinuation() }) { step.work() }
    let text = step.title.text(watch.endStep())
    Recording.describe(text)
    state.withLock { $0.trace.append(text) }
  }

  func add(_ pending: Agenda.Pending) {
    let admission = state.withLock { $0.agenda.add(pending) }
    if admission == .over { pending.discard() }
    if admission == .endless { endless.withLock { $0.append(pending) } }
  }

  func add(_ timer: Agenda.Timer) {
    let admission = state.withLock { $0.agenda.add(timer) }
    if admission == .over { timer.discard() }
    if admission == .endless { endless.withLock { $0.append(timer) } }
  }

  func add(_ job: Agenda.Job, to context: Int) {
    noteThread("a job was sent to \"\(name(of: context))\"")
    state.withLock { $0.agenda.add(job, to: context) }
  }

  func name(of context: Int) -> String { state.withLock { $0.agenda.name(ofContext: context) } }

  /// Fails the ordering if the current thread is not the one that explores.
  func noteThread(_ action: @autoclosure () -> String) {
    if watch.isHere { return }
    let problem = "\(action()) by another thread; give the code a context of the world instead"
    state.withLock { $0.problems.append(problem) }
  }

  /// Runs the jobs that the end of the body has left, in the order of a quiet machine.
  func drain() {
    while let step = state.withLock({ $0.nextJob() }) { step.work() }
  }

  /// The problems of a body that has not run all that it started.
  var unexplored: [String] {
    // The copies are released after unlocking.
    let (state, awaited) = state.withLock { ($0, $0.agenda.awaited) }
    guard state.hasRun else { return ["the body has not called world.run()"] }
    if state.hasReachedLimit { return [] }
    let timers = state.agenda.hasTimers ? ["a timer"] : []
    return (state.lateJobs + awaited.map { $0.description() } + timers)
      .map { "\($0) was started after the last world.run(): call world.run() after it" }
  }

  /// Gives up everything that has not happened; tasks that still wait are on their own.
  func abandon() {
    state.withLock { $0.agenda.isAbandoned = true }
    // A discard runs handlers, which may add more, but not without limit.
    repeat {
      discardRemaining()
      drain()
    } while state.withLock { $0.agenda.hasRemaining }
    state.withLock { $0.agenda.isOver = true }
    // What was added by another thread in the meantime.
    discardRemaining()
    for job in state.withLock({ $0.agenda.takeTaskJobs() }) { job.release() }
    drain()
  }

  private func discardRemaining() {
    let (promises, timers, _) = state.withLock { $0.agenda.takeRemaining() }
    for promise in promises { promise.discard() }
    for timer in timers { timer.discard() }
    resumeWaiters()
  }
}

extension WorldState {
  fileprivate mutating func nextJob() -> Agenda.Step? {
    guard drained < WorldState.limit else { return nil }
    drained += 1
    let step = agenda.takeJob()
    if case .job(let context, let label?)? = step?.title { lateJobs.append("\(context): \(label)") }
    return step
  }
}
