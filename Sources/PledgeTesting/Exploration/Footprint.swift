internal import CPledgeTesting

/// The objects that a step touches: tasks, actors, locks, or everything.
///
/// Two steps that touch nothing in common lead to the same state in both orders.
struct Footprint {
  /// An actor or a lock, by its number in the order of the first use, or a task, by its name.
  typealias Object = UInt64

  private(set) var objects: Set<Object> = []
  /// The tasks that it makes continue: they cannot come before it.
  var continued: Set<Object> = []
  var isEverything = false

  mutating func touch(_ object: Object) { if !isEverything { objects.insert(object) } }

  func overlaps(_ other: Footprint) -> Bool {
    if isEverything || other.isEverything { return !isEmpty && !other.isEmpty }
    return !objects.isDisjoint(with: other.objects)
  }

  private var isEmpty: Bool { !isEverything && objects.isEmpty }

  /// The footprint with one stand-in for all objects that were first used after a number of others:
  /// another run may use them in another order.
  func without(objectsAfter known: Object) -> Footprint {
    var result = self
    result.objects = Set(objects.map { known < $0 && $0 < Footprint.firstTask ? 0 : $0 })
    return result
  }

  /// The main actor, and all that happens on the thread that explores.
  static let explorer = Object.max
  /// Names of tasks are higher than numbers of objects.
  static let firstTask: Object = 1 << 32
}

extension Agenda {
  /// The knowledge of reduced searches about the steps.
  struct Trail {
    /// The kinds of state that tasks may share; `nil` if the search is not reduced.
    var sharing: Exploration.Sharing?
    /// The last identifier before the step.
    var lastID = 0
    /// The source of the event that happens, and what it touches.
    var source = Footprint.Object.zero
    var footprint = Footprint()
    /// The task whose part runs, if one does.
    var task = 0
    /// The names of the tasks, which are the same in each ordering, by their numbers.
    var names: [Int: Footprint.Object] = [:]
    /// The parents of child tasks, and the children of each task, and their children.
    var parents: [Int: Int] = [:]
    var descendants: [Int: [Footprint.Object]] = [:]
    /// The number of tasks that each source has started.
    var births: [Footprint.Object: Footprint.Object] = [:]
    /// The numbers of actors and locks by address, and the last one.
    private var objects: [UInt: Footprint.Object] = [:]
    private(set) var lastObject = Footprint.Object.zero

    mutating func touch(at address: UInt) {
      if objects[address] == nil { lastObject += 1 }
      let object = objects[address] ?? lastObject
      objects[address] = object
      footprint.touch(object)
    }

    /// Takes a note of the thread that carries out steps: what the last one has touched, if there
    /// was one, or that an object begins, perhaps at the address of another one.
    mutating func take(_ note: UInt, isInStep: Bool) {
      switch note {
      case UInt(PLEDGE_EVERYTHING): footprint.isEverything = true
      case UInt(PLEDGE_FORGOTTEN): (footprint.isEverything, objects) = (true, [:])
      case let note where note % 2 == UInt(PLEDGE_BEGINS): objects[note - 1] = nil
      default: if isInStep { touch(at: note) }
      }
    }

    /// Names a task that the running step has started.
    mutating func name(_ task: Int) {
      births[source, default: 0] += 1
      names[task] = Footprint.name(source, births[source, default: 0])
    }

    /// Notes that the running task has started a child.
    mutating func adopt(_ child: Int, _ name: Footprint.Object) {
      if parents[child] != nil { return }
      parents[child] = task
      var parent: Int? = task
      while let task = parent {
        descendants[task, default: []].append(~name)
        parent = parents[task]
      }
    }
  }

  /// Returns a name for the source of an event, which is the same in each ordering that begins with
  /// the same steps, and for a task, in each one.
  func source(of event: Event) -> Footprint.Object {
    switch event {
    case .task(let task, _) where task > 0, .resume(let task, _) where task > 0:
      trail.names[task] ?? 0
    case .end: 1
    case .job(let context): Footprint.name(2, Footprint.Object(context))
    case .task(_, let id), .resume(_, let id), .timer(let id):
      Footprint.name(3, Footprint.Object(id))
    case .outcome(let id, let index):
      Footprint.name(4 + Footprint.Object(id), Footprint.Object(index))
    }
  }

  /// Notes what is known of a step before it happens.
  mutating func enter(_ event: Event) {
    (trail.source, trail.footprint) = (source(of: event), Footprint())
    (trail.lastID, trail.task) = (lastID, event.task)
    // Where an actor is busy, its queue is not seen.
    let isSeen = !tasks.contains { $0.task == 0 } && !paused.contains { $0.executor.isActor }
    let tasksAreSeen = trail.sharing == .actorsAndLocks && isSeen
    switch event {
    case .job(let context) where contexts[context].isIndependent: break
    case .task(1..., let id) where tasksAreSeen:
      tasks.first { $0.id == id }.map { enter($0.executor) }
    case .resume(1..., let id) where tasksAreSeen:
      paused.first { $0.id == id }.map { enter($0.executor) }
    case .end, .job, .task, .resume, .outcome, .timer: trail.footprint.isEverything = true
    }
  }

  private mutating func enter(_ executor: TaskJob.Executor) {
    trail.footprint.touch(trail.source)
    // Its group may cancel it, or its parent.
    if trail.parents[trail.task] != nil { trail.footprint.touch(~trail.source) }
    switch executor {
    case .pool: break
    case .actor(let address): trail.touch(at: address)
    case .main: trail.footprint.touch(Footprint.explorer)
    // It runs as a whole, and its locks are not seen.
    case .explorer: trail.footprint.isEverything = true
    }
  }

  /// Notes that the running step makes a task continue.
  mutating func noteArrival(of job: TaskJob) {
    guard trail.sharing != nil else { return }
    guard let name = trail.names[job.task] else {
      trail.footprint.isEverything = true
      return
    }
    if job.isChild { trail.adopt(job.task, name) }
    trail.footprint.continued.insert(name)
    if case .main = job.executor, !job.isCall { trail.footprint.touch(Footprint.explorer) }
  }

  /// Returns what the last step has touched, if there was one, on the thread that has carried it
  /// out.
  mutating func takeFootprint(isInStep: Bool) -> Footprint {
    while case let note = pledge_take_touched(), note != 0 { trail.take(note, isInStep: isInStep) }
    let task = trail.task
    // A job that shares nothing may have started something.
    if task == 0, lastID > trail.lastID { trail.footprint.isEverything = true }
    let goesOn = tasks.contains { $0.task == task } || paused.contains { $0.task == task }
    if goesOn { return trail.footprint }
    // It may have ended, and the order in which children do may be seen. Or it may wait for its
    // children, and have canceled them.
    if let parent = trail.parents[task] {
      trail.footprint.touch(Footprint.name(0, Footprint.Object(parent)))
    }
    for child in trail.descendants[task, default: []] { trail.footprint.touch(child) }
    return trail.footprint
  }
}

extension Footprint {
  static func name(_ source: Object, _ number: Object) -> Object {
    var generator = SplitMix64(seed: source &* 0x9E37_79B9_7F4A_7C15 &+ number)
    return generator.next() | firstTask
  }
}
