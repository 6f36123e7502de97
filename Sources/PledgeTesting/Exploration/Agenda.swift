internal import Pledge

/// Everything in a world that can happen next; not thread-safe.
///
/// The reduction of orderings is here. A context is a queue, so only its oldest job is an event;
/// timers fire in the order of their deadlines; a promise that stays pending, and a discard that
/// does not happen, are no events, but remain when the ordering ends. Nothing else can be reduced
/// safely, because user code can share any state.
///
/// The closures that it returns run user code, and are called and released outside the lock.
struct Agenda {
  typealias Work = @Sendable () -> Void

  struct Job {
    var id = 0
    var label: String?
    let work: Work
  }

  /// A promise that the world settles, or one that it may discard.
  struct Pending {
    var id = 0
    let label: String?
    let outcomes: [Work]
    /// Whether the promise may stay pending.
    let isOptional: Bool
    /// Whether the world discards it, after all that could come instead.
    var isDiscard = false
    let isPending: @Sendable () -> Bool
    let description: @Sendable () -> String
    let discard: Work
    let hasConsumers: @Sendable () -> Bool
  }

  /// A promise that the time settles, or the sleep of a task.
  struct Timer {
    var id = 0
    let deadline: Duration
    /// The number of the runtime for the task that sleeps, if one does.
    var sleeper: UInt64?
    let work: Work
    /// Discards the promise, or ends the sleep outside the world.
    let discard: Work
  }

  /// An event that has been removed, to be carried out.
  struct Step {
    let title: Title
    var place = Place.explorer
    let work: Work
  }

  enum Title {
    case job(context: String, label: String?)
    case task(Stop)
    case outcome(label: String?, @Sendable () -> String)
    case timer(Duration, sleeper: Int?)
    case discard(String)
    /// A part goes on that was interrupted.
    case resume(Stop)
    /// The end of another step.
    case continuation
  }

  /// The answer to a fake or a timer that is added.
  enum Admission {
    case added
    /// The ordering is over, so it must be discarded.
    case over
    /// Code starts another one for each that is discarded, so it must stay pending.
    case endless
  }

  /// The maximum number of fakes and timers that code adds after the checks.
  static let lateLimit = 1_000

  /// The time of the clock.
  private(set) var now = Duration.zero
  /// The instants at which the clock has stood, in order, except for zero.
  private(set) var instants: [Duration] = []
  /// Whether the ordering is over, and nothing more is added.
  var isOver = false
  /// Whether the checks are done, and everything that has not happened is given up.
  var isAbandoned = false
  /// The number of fakes and timers that were added since then.
  private var late = 0
  /// The numbers of the tasks, in the order in which they were started, by those of the runtime.
  private(set) var taskNumbers: [UInt64: Int] = [:]
  var contexts: [Lane] = []
  var tasks: [TaskJob] = []
  /// The jobs that run before the next event.
  var continuations: [TaskJob] = []
  /// The part of a task that runs, and those that wait in their middle.
  var running: Part?
  var paused: [Part] = []
  /// The identifier of the job in which the running task continues after it has left an actor.
  var departure: Int?
  /// Whether parts go on without the locks that they wait for, because nothing else can come next.
  var isDeadlocked = false
  /// The number of times that each task has yielded.
  var yields: [Int: Int] = [:]
  /// Whether the job that runs makes a task continue that has yielded.
  var isYielding = false
  private(set) var promises: [Pending] = []
  private(set) var timers: [Timer] = []
  private(set) var lastID = 0
  /// Whether timers wait for jobs, and whether one has.
  var timersWait = true
  var hasHeldTimers = false
  var trail = Trail()
  /// Whether something has happened that is never interrupted.
  var hasWholeParts = false
  /// Whether an event was left out that could have come next, so that no ordering is endless.
  var hasOmitted = false
  /// Entries without further events, to be released outside the lock.
  private var retired: [Pending] = []
}

// MARK: - Adding

extension Agenda {
  /// Returns the index of the context with this name; adds it if there is none.
  mutating func context(named name: String) -> Int {
    if let index = contexts.firstIndex(where: { $0.name == name }) { return index }
    contexts.append(Lane(name: name))
    return contexts.count - 1
  }

  mutating func add(_ job: Job, to context: Int) {
    var job = job
    job.id = nextID()
    contexts[context].append(job)
  }

  /// Returns whether the job was added; `false` if the ordering is over.
  @discardableResult mutating func add(_ job: TaskJob) -> Bool {
    if isOver { return false }
    noteArrival(of: job)
    tasks.append(job)
    tasks[tasks.count - 1].id = nextID()
    if job.isDeparture { departure = lastID }
    return true
  }

  /// Returns the number of a task by that of the runtime; zero for zero.
  mutating func number(ofTask task: UInt64) -> Int {
    if task == 0 { return 0 }
    if let number = taskNumbers[task] { return number }
    let number = taskNumbers.count + 1
    taskNumbers[task] = number
    if trail.sharing != nil { trail.name(number) }
    return number
  }

  @discardableResult mutating func add(_ pending: Pending) -> Admission {
    let admission = admit()
    guard admission == .added else { return admission }
    promises.append(pending)
    promises[promises.count - 1].id = nextID()
    return .added
  }

  /// Draws an identifier, higher than all before; for a timer that must know it before it is added.
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  @discardableResult mutating func add(_ timer: Timer) -> Admission {
    let admission = admit()
    guard admission == .added else { return admission }
    let index = timers.firstIndex { timer.deadline < $0.deadline } ?? timers.count
    timers.insert(timer, at: index)
    return .added
  }

  private mutating func admit() -> Admission {
    if isAbandoned { late += 1 }
    if late > Agenda.lateLimit { return .endless }
    return isOver ? .over : .added
  }

  /// Removes a timer that is no longer needed.
  mutating func removeTimer(_ id: Int) -> Timer? {
    timers.firstIndex { $0.id == id }.map { timers.remove(at: $0) }
  }
}

// MARK: - Events

extension Agenda {
  /// Returns the events that can come next, the ones that a quiet machine would choose first.
  mutating func events() -> [Event] {
    retireSettled()
    var events: [Event] = []
    events.reserveCapacity(8)
    if isOccupied { return eventsElsewhere() }
    for index in contexts.indices where !contexts[index].isEmpty { events.append(.job(index)) }
    let timerCount = nextTimers()
    addTasks(to: &events, with: timerCount)
    for promise in promises where !promise.isDiscard {
      for index in promise.outcomes.indices { events.append(.outcome(of: promise.id, index)) }
    }
    for timer in timers.prefix(timerCount) { events.append(.timer(timer.id)) }
    for promise in promises where promise.isDiscard { events.append(.outcome(of: promise.id, 0)) }
    let isQuiet = !hasJobs && timers.isEmpty && paused.isEmpty
    let canEnd = isQuiet && promises.allSatisfy(\.isOptional)
    if canEnd, !events.isEmpty { events.insert(.end, at: 0) }
    return events
  }

  /// Whether a context shares nothing with other events.
  var hasIndependentJobs: Bool { contexts.contains(where: \.isIndependent) }

  var hasJobs: Bool { !tasks.isEmpty || contexts.contains { !$0.isEmpty } }

  /// Removes an event that can come next; for a timer, advances the clock.
  ///
  /// - Returns: The step to carry out; `nil` at the end.
  mutating func take(_ event: Event) -> Step? {
    running = Part(stop: Stop(task: 0))
    switch event {
    case .end:
      return nil
    case .job(let index):
      guard let job = contexts[index].removeFirst() else { return nil }
      hasWholeParts = true
      return Step(title: .job(context: contexts[index].name, label: job.label), work: job.work)
    case .task(_, let id):
      guard let place = tasks.firstIndex(where: { $0.id == id }) else { return nil }
      return start(tasks.remove(at: place))
    case .resume(_, let id):
      guard let place = paused.firstIndex(where: { $0.id == id }) else { return nil }
      running = paused.remove(at: place)
      return running.flatMap { part in
        part.seat.map { Step(title: .resume(part.stop), place: .paused($0), work: {}) }
      }
    case .outcome(let id, let index):
      guard let place = promises.firstIndex(where: { $0.id == id }) else { return nil }
      let promise = promises.remove(at: place)
      hasWholeParts = true
      retired.append(promise)
      let title =
        promise.isDiscard
        ? Title.discard(promise.description())
        : .outcome(label: promise.label, promise.description)
      return Step(title: title, work: promise.outcomes[index])
    case .timer(let id):
      guard let timer = removeTimer(id) else { return nil }
      if timer.deadline > now {
        now = timer.deadline
        instants.append(now)
      }
      for index in tasks.indices { tasks[index].delays? += 1 }
      for index in paused.indices { paused[index].delays += 1 }
      let sleeper = timer.sleeper.map { number(ofTask: $0) }
      let place = timer.sleeper == nil ? Step.Place.explorer : .anywhere
      if timer.sleeper == nil { hasWholeParts = true }
      return Step(title: .timer(now, sleeper: sleeper), place: place, work: timer.work)
    }
  }

  /// The promises that must be settled, and are awaited.
  var awaited: [Pending] {
    promises.filter { !$0.isOptional && $0.isPending() && $0.hasConsumers() }
  }

  var hasRemaining: Bool { !promises.isEmpty || !timers.isEmpty }

  /// Removes the entries that have no further events, to be released outside the lock.
  mutating func takeRetired() -> [Pending] {
    defer { retired = [] }
    return retired
  }

  /// Removes everything that is optional or waits for time, to be given up outside the lock.
  mutating func takeRemaining() -> ([Pending], [Timer]) {
    defer { (promises, timers) = ([], []) }
    return (promises, timers)
  }

  private mutating func retireSettled() {
    guard promises.contains(where: { !$0.isPending() }) else { return }
    retired += promises.filter { !$0.isPending() }
    promises.removeAll { !$0.isPending() }
  }
}
