/// The one interruption without which an ordering that fails passes.
///
/// It is looked for in the orderings that differ least: those in which a step comes later than
/// another one of a different task, and everything else stays as it is, as far as it can.
struct Cause {
  /// The index of the step that comes too early.
  let early: Int
  /// The index of the step after which it does no harm.
  let late: Int
  /// The index of the step that is delayed, with all that follow in its task: the early one, or on
  /// the main actor, which runs its jobs in order, the one that has enqueued it.
  let delayed: Int
}

extension Explorer {
  /// Returns the cause of a failure, whose steps were traced; `nil` if there is none, or it is not
  /// found.
  func cause(of failing: WorldState, until deadline: ContinuousClock.Instant? = nil) -> Cause? {
    let trace = failing.trace
    guard !failing.hasReachedLimit, !trace.decisions.isEmpty else { return nil }
    var steps = 0
    for cause in trace.candidates where steps < 200_000 && !isPast(deadline) {
      let ordering = ordering(Guide([]), script: Script(trace.order(without: cause)))
      steps += ordering.steps
      if ordering.problems.isEmpty, ordering.trace.avoids(cause, in: trace) { return cause }
    }
    return nil
  }
}

extension Trace {
  /// The pairs of steps that may be the cause: those first in which the late one goes on with what
  /// its task has begun on the actor that both run on, then those between which the fewest others
  /// are.
  fileprivate var candidates: [Cause] {
    let sources = decisions.filter { $0.step != nil }.map(\.source)
    let beginnings = beginnings
    var found: (begun: [Cause], others: [Cause]) = ([], [])
    for distance in 1..<min(max(1, sources.count), 1_000) {
      for early in sources.indices.dropLast(distance).reversed() {
        let late = early + distance
        let (first, second) = (steps[early].stop, steps[late].stop)
        let isSleep = first?.frames.isEmpty == true || second?.frames.isEmpty == true
        if sources[early] == sources[late] || isSleep { continue }
        let isShared = (second?.actor ?? 0) != 0 && first?.actor == second?.actor
        // A task that was interrupted goes on, too.
        let hasBegun = steps[late].isResumed || isShared && beginnings[late] < early
        if !hasBegun, found.others.count == Trace.mostCandidates { continue }
        let last = first?.isOnMain == true ? lastStep(before: early)?.index : nil
        let cause = Cause(early: early, late: late, delayed: last ?? early)
        if hasBegun { found.begun.append(cause) } else { found.others.append(cause) }
        if found.begun.count == Trace.mostCandidates { return found.begun }
      }
    }
    return Array((found.begun + found.others).prefix(Trace.mostCandidates))
  }

  private static var mostCandidates: Int { 1_000 }

  /// For each step, the index of the first one in which its task ran its function on its actor.
  private var beginnings: [Int] {
    struct Visit: Hashable {
      let task: Int
      let actor: UInt
      let function: String
    }
    var first: [Visit: Int] = [:]
    return steps.indices.map { index in
      guard let stop = steps[index].stop else { return index }
      let place = stop.place
      guard let function = (place ?? names.start(ofTask: stop.task))?.function else { return index }
      let visit = Visit(task: stop.task, actor: stop.actor, function: function)
      if first[visit] == nil { first[visit] = index }
      return place == nil ? index : first[visit] ?? index
    }
  }

  /// Whether the steps came in the other order: another ordering may not allow that.
  fileprivate func avoids(_ cause: Cause, in failing: Trace) -> Bool {
    let (early, late) = (place(of: cause.early, in: failing), place(of: cause.late, in: failing))
    return late != nil && early.map { early in late.map { $0 < early } ?? false } ?? true
  }

  /// The index of the decision that corresponds to a step of another ordering.
  private func place(of step: Int, in other: Trace) -> Int? {
    guard let index = other.decisions.firstIndex(where: { $0.step == step }) else { return nil }
    let source = other.decisions[index].source
    let count = other.decisions[..<index].count { $0.source == source }
    let own = decisions.indices.filter { decisions[$0].source == source }
    return count < own.count ? own[count] : nil
  }

  /// The order of the sources in which the early step, and what follows it in its task, comes after
  /// the late one.
  fileprivate func order(without cause: Cause) -> [Agenda.Source] {
    guard let early = decisions.firstIndex(where: { $0.step == cause.delayed }),
      let late = decisions.firstIndex(where: { $0.step == cause.late })
    else { return [] }
    // The late step is over where the next one begins.
    let end = decisions[(late + 1)...].firstIndex { $0.step != nil } ?? decisions.count
    let source = decisions[early].source
    let between = decisions[early..<end].map(\.source)
    let sources = decisions.map(\.source)
    return sources[..<early] + between.filter { $0 != source } + between.filter { $0 == source }
      + sources[end...]
  }
}
