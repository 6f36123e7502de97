internal import PledgeSupport

/// The record of an ordering that is to be described.
struct Trace {
  /// Something that happened.
  struct Step {
    let start: String
    /// The task that went on, if it was one, and where.
    let stop: Stop?
    let end: String
    /// Whether the task was interrupted in its middle.
    var isResumed = false

    init(_ start: String, _ stop: Stop? = nil, _ end: String = "", isResumed: Bool = false) {
      (self.start, self.stop, self.end, self.isResumed) = (start, stop, end, isResumed)
    }
  }

  /// An event that was chosen: a step, or that a part goes on where it could have been interrupted.
  struct Decision {
    let source: Agenda.Source
    /// The index of the step, if it is one.
    let step: Int?
  }

  /// The names of the tasks and the actors.
  struct Names {
    struct Task {
      let name: String?
      /// The functions that have started it, as addresses.
      let frames: [UInt]
      /// The task itself, if it is to be looked at.
      var object: Unchecked<AnyObject>?
    }

    var tasks: [Int: Task] = [:]
    /// Those that have been created, but not yet enqueued, by the numbers of the runtime.
    var created: [UInt64: Task] = [:]
    /// Whether the tasks are kept, to be looked at when nothing is left that can happen.
    var keepsTasks = false
    /// The functions whose continuations were released before they were resumed.
    var lost: [String] = []
    /// The number of the task that runs the closure of the exploration.
    var body: Int?
    /// The actors of each type, in the order in which they ran.
    var actors: [String: [UInt]] = [:]
  }

  var steps: [Step] = []
  var decisions: [Decision] = []
  var names = Names()
  /// For each task that has not ended once nothing is left to happen, the thing it waits for.
  var waits: [String] = []

  /// The steps as text.
  var texts: [String] { steps.map { names.text(of: $0) } }

  /// Adds a step, and notes its actor.
  mutating func add(_ step: Step) {
    steps.append(step)
    guard let stop = step.stop, let type = stop.actorType else { return }
    if names.actors[type]?.contains(stop.actor) != true {
      names.actors[type, default: []].append(stop.actor)
    }
  }
}

extension Trace.Names {
  /// Returns the name of a task, or its number, and the place that has started it.
  func text(ofTask number: Int) -> String {
    if number == body { return "the body" }
    guard number > 0 else { return "a task" }
    let task = tasks[number]
    if let name = task?.name {
      let isUnique = tasks.values.count { $0.name == name } == 1
      return isUnique ? "`\(name)`" : "`\(name)` (task \(number))"
    }
    return "task \(number)" + (start(ofTask: number)?.position.map { " from \($0)" } ?? "")
  }

  /// Returns the place that has started a task.
  func start(ofTask number: Int) -> CodePlace? {
    tasks[number].flatMap { CodePlace.first(in: $0.frames) }
  }

  /// Returns what a part waits for, a lock that one of `parts` holds.
  func wait(of part: Agenda.Part, among parts: [Agenda.Part]) -> String {
    let holder =
      switch parts.first(where: { $0.thread == part.holder })?.task {
      case nil: "is never released"
      case part.task?: "it holds itself"
      case let other?: "\(text(ofTask: other)) holds"
      }
    return "\(text(of: part, "waits")) for a lock that \(holder)"
  }

  /// Returns what the task of a part does, and where.
  func text(of part: Agenda.Part, _ verb: String) -> String {
    "\(text(ofTask: part.task)) \(verb)" + (part.stop.place?.position.map { " at \($0)" } ?? "")
  }

  /// Returns the type of the actor, with a number if there are several of the type.
  func actor(of stop: Stop) -> String? {
    guard let type = stop.actorType, let all = actors[type] else { return stop.actorType }
    let number = all.firstIndex(of: stop.actor).map { $0 + 1 } ?? all.count + 1
    return max(all.count, number) > 1 ? "\(type) \(number)" : type
  }

  func text(of step: Trace.Step) -> String {
    guard let stop = step.stop else { return step.start }
    let actor = actor(of: stop).map { "\($0): " } ?? ""
    let task = text(ofTask: stop.task)
    let place = stop.place
    let function = place?.function.map { " in \($0)" } ?? ""
    let position = place?.position.map { " (\($0))" } ?? ""
    let cause = stop.cause.map { " after \($0)" } ?? ""
    return "\(step.start)\(actor)\(task)\(function)\(position)\(cause)\(step.end)"
  }
}
