internal import CPledgeTesting
internal import PledgeSupport

extension Agenda {
  /// A part of a task that runs, or waits in its middle.
  struct Part {
    var id = 0
    var stop: Stop
    var executor = TaskJob.Executor.explorer
    /// Whether it is on the thread that explores, and so keeps that from any other step.
    var isOnExplorer = false
    var seat: Turns.Seat?
    /// The number of timers that have fired while it waits.
    var delays = 0
    /// The address of the owner of the lock that it waits for; zero if it was interrupted.
    var owner: UInt = 0
    /// The thread on which it waits.
    var thread: UInt64 = 0
    /// The watch of its exploration.
    var watch: Watch?

    var task: Int { stop.task }
    /// The thread that holds the lock; zero if none does.
    var holder: UInt64 { owner == 0 ? 0 : UInt64(pledge_lock_owner(owner)) }
    /// Whether no other part holds the lock: another thread releases it without a turn.
    var canGoOn: Bool { owner == 0 || watch?.isHere(holder) != true }
  }

  /// Whether the thread that explores waits within a part.
  var isOccupied: Bool { paused.contains(where: \.isOnExplorer) }

  /// Begins a job of a task, or lets the busy main actor receive it.
  mutating func start(_ job: TaskJob) -> Step {
    if job.isCall, isOccupied || tasks.contains(where: { $0.isOnMain && !$0.isCall }) {
      var job = job
      job.isCall = false
      add(job)
      return Step(title: .task(job.stop), place: .anywhere, work: {})
    }
    running = Part(stop: job.stop, executor: job.executor)
    if job.isOnExplorer, !job.isOnMain { hasWholeParts = true }
    let place = job.isOnExplorer ? Step.Place.explorer : .task
    return Step(title: .task(job.stop), place: place, work: job.work)
  }

  /// Lets the running part wait in its middle; returns `false` if none runs.
  mutating func pause(
    at seat: Turns.Seat,
    of turns: Turns,
    for owner: UInt = 0,
    in frames: [UInt]
  ) -> Bool {
    guard var part = running else { return false }
    if !frames.isEmpty { part.stop.frames = frames }
    (part.thread, part.watch) = (System.currentThread, turns.watch)
    (part.seat, part.owner, part.id) = (seat, owner, nextID())
    part.isOnExplorer = seat === turns.explorer
    paused.append(part)
    running = nil
    return true
  }

  /// Lets parts go on that wait for each other's locks; returns them.
  mutating func breakDeadlock() -> [Part] {
    let parts = paused
    isDeadlocked = !paused.isEmpty || isDeadlocked
    for index in paused.indices { paused[index].owner = 0 }
    return parts
  }

  /// Returns the events that can come next while the thread that explores waits within a part.
  mutating func eventsElsewhere() -> [Event] {
    var events: [Event] = []
    let timerCount = nextTimers()
    addTasks(to: &events, with: timerCount)
    for timer in timers.prefix(timerCount) where timer.sleeper != nil {
      events.append(.timer(timer.id))
    }
    return events
  }

  mutating func addTasks(to events: inout [Event], with timerCount: Int) {
    for index in nextTasks(with: timerCount) {
      events.append(.task(tasks[index].task, job: tasks[index].id))
    }
    for part in paused where part.canGoOn { events.append(.resume(part.task, part: part.id)) }
  }
}
