internal import CPledgeTesting
internal import Pledge
internal import PledgeSupport

/// Runs a body once per ordering.
struct Explorer {
  typealias Body = (Exploration.World) throws -> Void

  let watch: Watch
  var timers = Exploration.Timers.afterJobs
  let body: Body
  let takeover: RuntimeHooks.Takeover

  init(watch: Watch, timers: Exploration.Timers = .afterJobs, body: @escaping Body) {
    (self.watch, self.timers, self.body) = (watch, timers, body)
    takeover = RuntimeHooks.Takeover(watch)
  }

  /// Runs the body in one ordering, whose steps are traced, and whose issues fail the test in their
  /// place, if it is a replay; returns the state at its end.
  func ordering(
    _ guide: Guide,
    number: Int = 1,
    isReplay: Bool = false,
    expected: Replay.Mark? = nil,
    script: Script? = nil,
    keepsTasks: Bool = false
  ) -> WorldState {
    watch.state.withLock { $0 = Watched(like: $0) }
    // In case that it ends the process.
    pledge_record_ordering(UInt64(number), timers == .atAnyTime)
    var state = WorldState(guide: guide, timers: timers, expected: expected)
    (state.isTracing, state.script) = (isReplay, script)
    state.trace.names.keepsTasks = keepsTasks
    let world = Exploration.World(state, watch, takeover, isTracing: isReplay)
    return takeover.run(world) { run(world, isReplay: isReplay) }
  }

  private func run(_ world: Exploration.World, isReplay: Bool) -> WorldState {
    // A log of its own: tasks that are left may record issues during the next ordering.
    let issues = IssueLog()
    var problems: [String] = []
    issues.log {
      do {
        try body(world)
        world.drain()
        problems += world.unexplored
      } catch {
        problems.append("threw \(error)")
        world.drain()
      }
    }
    problems = issues.texts + world.state.withLock { $0.problems } + problems
    problems += watch.state.withLock { $0.close() }
    // Rejects what was not answered, so handlers run, but their expectations come too late.
    IssueLog().log { world.abandon() }
    var ordering = world.state.withLock { $0 }
    ordering.problems = problems + watch.state.withLock { $0.leftovers }
    return ordering
  }

  /// Tries orderings until one fails, which it returns, or all have been tried, or the budget is
  /// spent.
  func search(
    _ search: inout Search,
    within budget: Exploration.Budget,
    until deadline: ContinuousClock.Instant? = nil
  ) -> WorldState? {
    search.budget = budget.orderings
    repeat {
      guard let guide = search.nextGuide() else { return nil }
      let number = search.tried + 1
      var ordering = ordering(guide, number: number)
      if ordering.agenda.hasIndependentJobs { search.reduce() }
      search.note(ordering.guide.choices, ordering.guide)
      if ordering.agenda.hasOmitted { search.hasOmitted = true }
      if ordering.agenda.hasHeldTimers { search.hasHeldTimers = true }
      if ordering.agenda.hasWholeParts || watch.state.withLock({ $0.hasPromises }) {
        search.hasWholeParts = true
      }
      // Something may have been used for the first time, and have taken a lock then.
      if search.hasDiverged, search.restart() { continue }
      var differs = search.hasDiverged
      if search.isComparing, ordering.problems.isEmpty, !differs {
        differs = self.ordering(guide, number: number).fingerprint != ordering.fingerprint
      }
      if differs { ordering.problems.append(divergence) }
      if !ordering.problems.isEmpty { return ordering }
    } while search.tried < budget.orderings && !isPast(deadline)
    return nil
  }

  /// Looks for a shorter ordering that fails than `failing`, which has the number `tried`.
  ///
  /// The attempts end at `deadline`, and after a number of steps: an ordering may have thousands.
  func shrink(
    _ failing: WorldState,
    foundIn tried: Int = 1,
    until deadline: ContinuousClock.Instant? = nil,
    stepLimit limit: Int = 200_000
  ) -> Shrinking {
    var shrinking = Shrinking(failing.best)
    var steps = 0
    while steps < limit, !isPast(deadline), let attempt = shrinking.nextAttempt() {
      let ordering = ordering(Guide(attempt), number: tried)
      steps += ordering.steps
      if !ordering.problems.isEmpty { shrinking.noteFailure(ordering.best) }
    }
    return shrinking
  }

  func isPast(_ deadline: ContinuousClock.Instant?) -> Bool {
    deadline.map { $0 <= .now } ?? false
  }

  /// The problem of a body that makes choices of its own.
  var divergence: String {
    let hashing =
      takeover.hasFixedHashing
      ? "" : ", or iterates a `Set` or a `Dictionary`: set SWIFT_DETERMINISTIC_HASHING=1"
    return
      "the same choices led to different events: the body depends on something outside the world,"
      + " such as random numbers, the time, or the addresses of objects\(hashing)"
  }
}
