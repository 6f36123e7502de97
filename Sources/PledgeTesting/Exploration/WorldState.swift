internal import CPledgeTesting
internal import Pledge
internal import PledgeSupport

/// The state of a world, and at its end, the record of the ordering; not thread-safe.
struct WorldState {
  /// The maximum number of steps in an ordering.
  static let limit = 10_000
  /// The maximum number of points in an ordering.
  static let pointLimit = 100_000

  var agenda = Agenda()
  var problems: [String] = []
  /// Whether ``Exploration/World/run()`` is running.
  var isRunning = false
  /// The continuations to resume at the end of the current run.
  var waiters: [CheckedContinuation<Void, Never>] = []
  private(set) var guide: Guide
  /// The hash value of the events so far.
  private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The mark that a replay expects of the events, until they meet it.
  private(set) var expected: Replay.Mark?
  private(set) var hasRun = false
  /// The number of events that happened in runs.
  private(set) var steps = 0
  /// Whether a step is happening whose footprint is wanted.
  private var isInStep = false
  /// The number of jobs that have completed events.
  private var continuations = 0
  private var points = 0
  /// Whether everything runs in the order of a quiet machine: the ordering is no longer guided.
  var isDraining = false
  private(set) var hasReachedLimit = false
  /// The number of jobs that were run after the body.
  fileprivate var drained = 0
  /// The names of the jobs that were added after the last run.
  fileprivate var lateJobs: [String] = []
  /// The record of the ordering, if that is to be described.
  var trace = Trace()
  var isTracing = false
  /// Whether the closure of the exploration has not ended.
  var hasUnfinishedBody = false
  /// The order that is preferred to that of the guide.
  var script: Script?

  init(guide: Guide, timers: Exploration.Timers = .afterJobs, expected: Replay.Mark? = nil) {
    self.guide = guide
    self.expected = expected
    agenda.timersWait = timers == .afterJobs
    agenda.trail.sharing = guide.sharing
  }

  /// The mark that a replay can compare.
  private var mark: Replay.Mark {
    Replay.Mark(steps: steps, hash: max(UInt16(truncatingIfNeeded: fingerprint >> 32), 1))
  }

  /// The text that replays the ordering so far; without tasks, the steps do not depend on how the
  /// code is compiled.
  var replay: Replay {
    Replay(
      choices: guide.choices.taken,
      timers: agenda.timersWait ? .afterJobs : .atAnyTime,
      mark: agenda.taskNumbers.isEmpty ? nil : mark
    )
  }

  /// Whether a given choice did not exist, or led to other steps than before.
  var hasStrayed: Bool { guide.hasStrayed || expected != nil }

  var best: Shrinking.Best { Shrinking.Best(choices: guide.choices.taken, steps: steps) }

  /// Fails the ordering, once for each problem.
  mutating func fail(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Returns whether a run can begin.
  mutating func begin() -> Bool {
    guard !isRunning else { return false }
    (isRunning, hasRun) = (true, true)
    return true
  }

  /// Chooses and removes the event that comes next; returns `nil` at the end.
  mutating func nextStep() -> Agenda.Step? {
    agenda.running = nil
    if isDraining { return nextJob() }
    if let step = nextContinuation() { return step }
    noteEffect()
    var events = agenda.events()
    if events.isEmpty, breakDeadlock() { events = agenda.events() }
    if events.isEmpty { return nil }
    guard steps < WorldState.limit, continuations < WorldState.limit else {
      hasReachedLimit = true
      fail("the ordering has not ended after \(WorldState.limit) steps")
      isDraining = !agenda.paused.isEmpty
      return isDraining ? nextJob() : nil
    }
    let departure = events.firstIndex { $0.isTask(agenda.departure) }
    if let departure { events.insert(events.remove(at: departure), at: 0) }
    let index = choose(among: events, isInterruption: departure != nil)
    let isDeparture = departure != nil && index == 0
    return take(events[index], isContinuation: isDeparture)
  }

  /// Fails the ordering if parts wait for each other's locks, and lets them go on.
  fileprivate mutating func breakDeadlock() -> Bool {
    let parts = agenda.breakDeadlock()
    if parts.isEmpty { return false }
    let waits = parts.map { trace.names.wait(of: $0, among: parts) }
    fail("deadlock: " + waits.joined(separator: ", and "))
    return true
  }

  /// Lets another event come first in the middle of a part, if that is chosen.
  mutating func interrupt(at seat: Turns.Seat, of turns: Turns) -> Agenda.Step? {
    points += 1
    let isLate = points >= WorldState.pointLimit
    guard isLate ? points % 1_000 == 0 : !isDraining && steps < WorldState.limit else { return nil }
    let frames = isTracing ? CodePlace.stack() : []
    guard agenda.pause(at: seat, of: turns, in: frames) else { return nil }
    var events = agenda.events()
    if let own = events.lastIndex(where: { $0.isPart(agenda.lastID) }) {
      events.insert(events.remove(at: own), at: 0)
    }
    let index = isLate ? turn(among: events.count) : choose(among: events, isInterruption: true)
    if index > 0 { return take(events[index]) }
    _ = take(events[0], isContinuation: true)
    return nil
  }

  /// Fails the ordering, because a part does not end; it may wait for others, which come in turn.
  private mutating func turn(among count: Int) -> Int {
    if !hasReachedLimit, let part = agenda.paused.last {
      hasReachedLimit = true
      let loop = trace.names.text(of: part, "loops")
      fail("the ordering has not ended after \(WorldState.pointLimit) points: \(loop)")
    }
    return points / 1_000 % count
  }

  private mutating func choose(among events: [Agenda.Event], isInterruption: Bool) -> Int {
    noteEffect()
    agenda.departure = nil
    let preferred = script?.choose(among: events.map { agenda.origin(of: $0) })
    let index = guide.choose(
      among: events,
      from: guide.needsSources ? events.map { agenda.source(of: $0) } : [],
      after: agenda.trail.lastObject,
      isInterruption: isInterruption,
      preferring: preferred
    )
    if guide.sharing != nil {
      agenda.enter(events[index])
      isInStep = true
    }
    // A point without a choice may be one of the first use of something.
    if isInterruption, events.count == 1 { return index }
    let parts = events[index].fingerprint << 16 ^ UInt64(events.count)
    fingerprint = (fingerprint ^ parts) &* 0x100_0000_01B3
    return index
  }

  /// Removes an event, which happens next; one that only continues another is no step.
  private mutating func take(_ event: Agenda.Event, isContinuation: Bool = false) -> Agenda.Step? {
    let origin = agenda.origin(of: event)
    script?.note(origin)
    guard let step = agenda.take(event) else {
      if expected == mark { expected = nil }
      return nil
    }
    if isTracing || script != nil {
      let step = isContinuation ? nil : steps
      trace.decisions.append(Trace.Decision(source: origin, step: step))
    }
    if !isContinuation { steps += 1 }
    if expected == mark { expected = nil }
    if isContinuation {
      return Agenda.Step(title: .continuation, place: step.place, work: step.work)
    }
    step.record(mark: agenda.taskNumbers.isEmpty ? 0 : mark.hash)
    if isTracing, case .resume = step.title { trace.add(step.title.step([])) }
    return step
  }

  /// Removes a job that completes the current event.
  mutating func nextContinuation() -> Agenda.Step? {
    guard continuations < WorldState.limit, let step = agenda.takeContinuation() else { return nil }
    continuations += 1
    return step
  }

  /// Notes what the last step has touched.
  private mutating func noteEffect() {
    if guide.sharing != nil {
      let footprint = agenda.takeFootprint(isInStep: isInStep)
      if isInStep { guide.note(footprint) }
    }
    pledge_forget_touched()
    isInStep = false
  }
}

/// Objects that must stay pending until the process ends: a release would run their handlers.
private let endless = Locked<[any Sendable]>([])

extension Exploration.World {
  func nextStep() -> Agenda.Step? {
    // Retired entries are released here, after unlocking.
    state.withLock { ($0.nextStep(), $0.agenda.takeRetired()) }.0
  }

  func carryOut(_ step: Agenda.Step) {
    if case .timer(let time, _) = step.title { RuntimeHooks.setTime(time) }
    let wasStep = pledge_hooks_set_step(true)
    defer { _ = pledge_hooks_set_step(wasStep) }
    guard isTracing, step.isOwn, !state.withLock({ $0.isDraining }) else { return step.work() }
    carryOutTraced(step)
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

  func name(of context: Int) -> String { state.withLock { $0.agenda.contexts[context].name } }

  /// Fails the ordering if the current thread is not the one that explores.
  func noteThread(_ action: @autoclosure () -> String) {
    if watch.isHere { return }
    let problem = "\(action()) by another thread; give the code a context of the world instead"
    state.withLock { $0.problems.append(problem) }
  }

  /// Runs the jobs that the end of the body has left, in the order of a quiet machine.
  func drain() {
    state.withLock { $0.isDraining = true }
    takeTurns()
  }

  /// The problems of a body that has not run all that it started.
  var unexplored: [String] {
    guard state.withLock({ $0.hasRun }) else { return ["the body has not called world.run()"] }
    if state.withLock({ $0.hasReachedLimit }) { return [] }
    // The promises are released after unlocking.
    let (jobs, awaited, timers) = state.withLock {
      ($0.lateJobs, $0.agenda.awaited, $0.agenda.timers.isEmpty ? [] : ["a timer"])
    }
    return (jobs + awaited.map { $0.description() } + timers)
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
    // Another thread may have added something in the meantime.
    discardRemaining()
    for job in state.withLock({ $0.agenda.takeTaskJobs() }) { job.release() }
    drain()
  }

  private func discardRemaining() {
    let (promises, timers) = state.withLock { $0.agenda.takeRemaining() }
    for promise in promises { promise.discard() }
    for timer in timers { timer.discard() }
    resumeWaiters()
  }
}

extension WorldState {
  fileprivate mutating func nextJob() -> Agenda.Step? {
    guard drained < WorldState.limit else { return nil }
    drained += 1
    var step = agenda.takeJob()
    if step == nil, breakDeadlock() { step = agenda.takeJob() }
    if case .job(let context, let label?)? = step?.title { lateJobs.append("\(context): \(label)") }
    return step
  }
}
