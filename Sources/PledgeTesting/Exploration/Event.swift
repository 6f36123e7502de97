extension Agenda {
  /// Something that can happen next.
  enum Event: Equatable {
    /// Nothing further happens: everything that remains is optional.
    case end
    /// The oldest job of the context at this index runs.
    case job(Int)
    /// The job with this identifier, a part of the task with this number, runs.
    case task(Int, job: Int)
    /// The part with this identifier, of the task with this number, goes on.
    case resume(Int, part: Int)
    /// The promise with this identifier is settled with the outcome at this index, or discarded.
    case outcome(of: Int, Int)
    /// The timer with this identifier fires.
    case timer(Int)
  }

  /// The origin of events; at most one of its events comes next.
  enum Source: Hashable {
    case end, clock
    case context(Int)
    case task(Int)
    case promise(Int)
  }
}

extension Agenda.Event {
  /// Whether it is the job of a task with this identifier, or the part with this one.
  func isTask(_ id: Int?) -> Bool { if case .task(_, id) = self { true } else { false } }
  func isPart(_ id: Int) -> Bool { if case .resume(_, id) = self { true } else { false } }

  /// The number of the task whose part comes next; zero if there is none.
  var task: Int {
    switch self {
    case .task(let task, _), .resume(let task, _): task
    case .end, .job, .outcome, .timer: 0
    }
  }

  var source: Agenda.Source {
    switch self {
    case .end: .end
    case .job(let index): .context(index)
    case .task(let number, _), .resume(let number, _): .task(number)
    case .outcome(let id, _): .promise(id)
    case .timer: .clock
    }
  }

  /// A value that is the same in every run of an ordering, in contrast to identifiers.
  var fingerprint: UInt64 {
    switch self {
    case .end: 0
    case .job(let index): UInt64(index) << 3 | 1
    case .task(let number, _): UInt64(number) << 3 | 2
    case .outcome(_, let index): UInt64(index) << 3 | 3
    case .timer: 4
    case .resume(let number, _): UInt64(number) << 3 | 5
    }
  }
}

extension Agenda.Title {
  var isTask: Bool { if case .task = self { true } else { false } }

  /// Returns the step, given the stages that it affected.
  func step(_ stages: [Watched.Origin]) -> Trace.Step {
    let stage = stages.first?.text
    return switch self {
    case .job(let context, let label): Trace.Step("\(context): \(label ?? stage ?? "a job")")
    case .task(let stop): Trace.Step("", stop, stage.map { ": \($0)" } ?? "")
    case .outcome(_, let description): Trace.Step(description())
    case .timer(let time, let sleeper?):
      Trace.Step("clock at \(time): ", Stop(task: sleeper), " wakes")
    // Stages between the timer and the operator that waits for it belong to the operator.
    case .timer(let time, nil):
      Trace.Step(
        "clock at \(time): \((stages.first(where: \.waits) ?? stages.first)?.text ?? "a timer")"
      )
    case .discard(let label): Trace.Step("discard \(label)")
    case .resume(let stop): Trace.Step("", stop, " goes on", isResumed: true)
    case .continuation: Trace.Step("continues")
    }
  }
}
