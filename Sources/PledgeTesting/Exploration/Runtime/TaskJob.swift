extension Agenda {
  /// A part of a task: tasks run in any order, as on a concurrent executor.
  struct TaskJob {
    var id = 0
    /// Where the task goes on, whose number is zero for work of the runtime.
    let stop: Stop
    /// Where a part runs.
    enum Executor: Equatable {
      case pool
      case actor(UInt)
      /// The main actor, after the earlier jobs there.
      case main
      /// The thread that explores, as a whole.
      case explorer

      var isActor: Bool { if case .actor = self { true } else { false } }
    }

    var executor = Executor.explorer
    /// Whether its task is a child of a group.
    var isChild = false
    var isOnMain: Bool { executor == .main }
    /// Whether it runs on the thread that explores.
    var isOnExplorer: Bool { executor == .main || executor == .explorer }
    /// Whether it is about to call an actor that has not received it.
    var isCall = false
    /// Whether its task goes on after it has left an actor.
    var isDeparture = false
    /// The number of timers that have fired since it began to wait; `nil` if that has no limit.
    var delays: Int?
    /// Whether this is the second half of a yield.
    var isYield = false
    /// The identifier up to which all entries that have an event come first; zero without a yield.
    var yieldsTo = 0
    let work: Work
    /// Lets the job run outside the world.
    let release: Work

    var task: Int { stop.task }
  }

  /// The maximum number of timers that fire while a job of the runtime waits.
  ///
  /// Without it, a task that sleeps repeatedly could overtake any other one forever.
  static let delayLimit = 3
  /// The number of yields of a task after which each one lets everything that waits come first.
  ///
  /// Without it, a task that waits in a loop could overtake any other one forever (Musuvathi and
  /// Qadeer, "Fair Stateless Model Checking").
  static let yieldLimit = 2

  /// Returns the indices of the jobs that can come next, given the number of timers that can.
  mutating func nextTasks(with timerCount: Int) -> [Int] {
    if tasks.isEmpty { return [] }
    var indices: [Int] = []
    var isMainBusy = isOccupied
    for index in tasks.indices {
      if tasks[index].isOnMain, !tasks[index].isCall {
        // The main actor runs its jobs in order; for others, the runtime does that.
        if isMainBusy { continue }
        isMainBusy = true
      }
      // The thread that explores waits within a part.
      if isOccupied, tasks[index].isOnExplorer, !tasks[index].isCall { continue }
      indices.append(index)
    }
    if indices.contains(where: { tasks[$0].yieldsTo > 0 }) {
      // The job that has waited longest is never held back.
      let oldest = oldestID(with: timerCount) ?? 0
      let count = indices.count
      indices.removeAll { tasks[$0].yieldsTo >= oldest }
      if indices.count < count { hasOmitted = true }
    }
    return indices
  }

  /// Returns how many timers, of the first ones, can come next.
  mutating func nextTimers() -> Int {
    guard let first = timers.first, let last = timers.last else { return 0 }
    // A timer that is due waits for nothing.
    let waits = timersWait && hasJobsThatMustRun
    if waits, last.deadline > now { hasHeldTimers = true }
    let latest = waits ? now : max(now, first.deadline)
    let next = timers.firstIndex { $0.deadline > latest } ?? timers.count
    let limit = Agenda.delayLimit
    let isTaskLate = tasks.contains { $0.delays ?? 0 >= limit }
    if next == 0 || !isTaskLate && paused.allSatisfy({ $0.delays < limit }) { return next }
    hasOmitted = true
    return 0
  }

  /// Whether there is a job besides those of tasks that yield repeatedly, perhaps to let time pass.
  private var hasJobsThatMustRun: Bool {
    contexts.contains { !$0.isEmpty } || tasks.contains { $0.yieldsTo == 0 }
      || paused.contains(where: \.canGoOn)
  }

  /// The identifier of the entry with an event that has waited longest.
  private func oldestID(with timerCount: Int) -> Int? {
    let parts = paused.first(where: \.canGoOn).map { [$0.id] } ?? []
    let jobs = contexts.compactMap(\.firstID) + tasks.prefix(1).map(\.id) + parts
    return (jobs + promises.prefix(1).map(\.id) + timers.prefix(timerCount).map(\.id)).min()
  }

  /// Adds a job of the runtime; it runs before the next event if it completes the current one.
  mutating func add(_ job: TaskJob, isContinuation: Bool) {
    if isContinuation { return continuations.append(job) }
    var job = job
    if isYielding {
      yields[job.task, default: 0] += 1
      if yields[job.task, default: 0] > Agenda.yieldLimit {
        job.yieldsTo = lastID
        // Whether it comes depends on all that waits.
        trail.footprint.isEverything = true
      }
    }
    add(job)
  }

  /// Ends the sleep of a task that continues, if there is one, for example because it was canceled.
  mutating func endSleep(of task: UInt64) {
    guard let timer = timers.first(where: { $0.sleeper == task }) else { return }
    _ = removeTimer(timer.id)
    continuations.append(TaskJob(stop: Stop(task: 0), work: timer.work, release: timer.discard))
  }

  /// Removes the oldest job that completes the current event.
  mutating func takeContinuation() -> Step? {
    isYielding = false
    guard !continuations.isEmpty else { return nil }
    let job = continuations.removeFirst()
    isYielding = job.isYield
    return Step(title: .continuation, place: .anywhere, work: job.work)
  }

  /// Removes the oldest job of the first context that has one, or else that of a task.
  mutating func takeJob() -> Step? {
    if let step = takeContinuation() { return step }
    if let part = paused.first(where: \.canGoOn) { return take(.resume(part.task, part: part.id)) }
    let isOccupied = self.isOccupied
    if !isOccupied, let context = contexts.firstIndex(where: { !$0.isEmpty }) {
      return take(.job(context))
    }
    let job = tasks.first { !isOccupied || !$0.isOnExplorer }
    return job.flatMap { take(.task($0.task, job: $0.id)) }
  }

  /// Removes the jobs of tasks, to be released outside the lock.
  mutating func takeTaskJobs() -> [TaskJob] {
    defer { (tasks, continuations) = ([], []) }
    return continuations + tasks
  }
}
