extension Agenda {
  /// When a job of the concurrency runtime may run, compared with the others.
  struct Turn {
    /// The actor on which the job runs, after the earlier ones; zero if there is none.
    var actor: UInt = 0
    /// The number of timers that have fired since it began to wait; `nil` if that has no limit.
    var delays: Int?
    /// Whether this is the second half of a yield.
    var isYield = false
    /// The identifier up to which all entries that have an event come first: the task has yielded.
    var after = 0
    var place: Place?
  }

  /// The names of a job; a class, because most jobs have none.
  final class Place: Sendable {
    let actor: String?
    /// The function in which the task continues.
    let function: String?

    init(actor: String?, function: String?) {
      self.actor = actor
      self.function = function
    }
  }

  /// A task that sleeps.
  struct Sleep {
    /// The number of the runtime for the task.
    let task: UInt64
    let number: Int
    let work: Work
    /// Ends the sleep outside the world.
    let release: Work
  }

  /// The jobs that can come next, and whether a timer can.
  struct Turns {
    var tasks: [TaskJob] = []
    var mayTimePass = true
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

  mutating func takeTurns() -> Turns {
    var turns = Turns()
    if tasks.isEmpty { return turns }
    var actors: [UInt] = []
    for job in tasks {
      let isOverdue = job.turn.delays ?? 0 >= Agenda.delayLimit
      if isOverdue { turns.mayTimePass = false }
      if job.turn.actor != 0 {
        // Each actor runs its jobs in order.
        if actors.contains(job.turn.actor) { continue }
        actors.append(job.turn.actor)
      }
      turns.tasks.append(job)
    }
    if !turns.mayTimePass, hasTimers { hasOmitted = true }
    if turns.tasks.contains(where: { $0.turn.after > 0 }) {
      // The job that has waited longest is never held back.
      let oldest = oldestID(mayTimePass: turns.mayTimePass) ?? 0
      let count = turns.tasks.count
      turns.tasks.removeAll { $0.turn.after >= oldest }
      if turns.tasks.count < count { hasOmitted = true }
    }
    return turns
  }

  /// The timers that can come next.
  var nextTimers: some Sequence<Timer> {
    timers.prefix { $0.deadline <= max(now, timers[0].deadline) }
  }

  /// The identifier of the entry with an event that has waited longest.
  private func oldestID(mayTimePass: Bool) -> Int? {
    let jobs = contexts.compactMap(\.firstID) + tasks.prefix(1).map(\.id)
    let others = promises.prefix(1).map(\.id) + discards.prefix(1).map(\.id)
    return (jobs + others + (mayTimePass ? nextTimers.map(\.id) : [])).min()
  }

  /// Adds a job of the runtime.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - isContinuation: Whether it runs before the next event, because it completes the current
  ///     one.
  mutating func add(_ job: TaskJob, isContinuation: Bool) {
    guard !isContinuation else { return continuations.append(job) }
    var job = job
    if isYielding {
      yields[job.task, default: 0] += 1
      if yields[job.task, default: 0] > Agenda.yieldLimit { job.turn.after = lastID }
    }
    add(job)
  }

  /// Ends the sleep of a task that continues, if there is one, for example because it was canceled.
  mutating func endSleep(of task: UInt64) {
    guard let timer = timers.first(where: { $0.sleep?.task == task }), let sleep = timer.sleep
    else { return }
    _ = removeTimer(timer.id)
    continuations.append(TaskJob(task: 0, work: sleep.work, release: sleep.release))
  }

  /// Whether a task of the runtime is one of the world.
  func knows(task: UInt64) -> Bool { taskNumbers[task] != nil }

  mutating func takeContinuation() -> TaskJob? {
    isYielding = false
    guard !continuations.isEmpty else { return nil }
    let job = continuations.removeFirst()
    isYielding = job.turn.isYield
    return job
  }

  /// Notes that a timer fires while jobs wait.
  mutating func noteTimer() {
    for index in tasks.indices {
      if let delays = tasks[index].turn.delays { tasks[index].turn.delays = delays + 1 }
    }
  }
}
