internal import Pledge
internal import PledgeSupport

/// Runs a body once per ordering.
struct Explorer {
  typealias Body = (Exploration.World) throws -> Void

  /// The record of one ordering.
  struct Ordering {
    let choices: [Choice]
    let reductions: [Int: SleepSet.Reduction]
    let steps: Int
    var problems: [String]
    let trace: [String]
    let mark: UInt16
    /// The hash value of the events.
    let fingerprint: UInt64
    /// Whether a given choice did not exist, or led to other steps than before.
    let hasStrayed: Bool
    /// Whether events were left out.
    let hasOmitted: Bool
    /// Whether timers have waited for jobs.
    let hasHeldTimers: Bool

    var best: Shrinking.Best { Shrinking.Best(choices: choices.taken, steps: steps) }
  }

  let watch: Watch
  var timers = Exploration.Timers.afterJobs
  let body: Body
  private let takeover = RuntimeHooks.Takeover()

  /// Runs the body in one ordering, whose steps are traced, and whose issues fail the test in their
  /// place, if it is a replay.
  func ordering(
    _ guide: Guide,
    number: Int = 1,
    isReplay: Bool = false,
    expected: Replay.Mark? = nil
  ) -> Ordering {
    watch.begin()
    takeover.begin(number, timers)
    let state = WorldState(guide: guide, timers: timers, expected: expected)
    let newest = takeover.newestOtherTask
    let world = Exploration.World(state, watch, isTracing: isReplay, newestOtherTask: newest)
    return takeover.run(world) { run(world, isReplay: isReplay) }
  }

  private func run(_ world: Exploration.World, isReplay: Bool) -> Ordering {
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
    problems = issues.texts + world.state.withLock { $0.problems } + problems + watch.close()
    // Rejects what was not answered, so handlers run, but their expectations come too late.
    IssueLog().log { world.abandon() }
    problems += watch.leftovers
    let state = world.state.withLock { $0 }
    let ordering = Ordering(
      choices: state.guide.choices,
      reductions: state.guide.reductions,
      steps: state.steps,
      problems: problems,
      trace: state.trace,
      mark: state.mark,
      fingerprint: state.fingerprint,
      hasStrayed: state.guide.hasStrayed || !state.guide.hasTakenGiven || state.expected != nil,
      hasOmitted: state.agenda.hasOmitted,
      hasHeldTimers: state.agenda.hasHeldTimers
    )
    if isReplay { issues.report(replay: replay(of: ordering).text) }
    return ordering
  }

  /// Tries orderings until one fails, all have been tried, or the budget is spent.
  ///
  /// - Returns: The ordering that fails, or `nil`.
  func search(
    _ search: inout Search,
    within budget: Exploration.Budget,
    until deadline: ContinuousClock.Instant? = nil
  ) -> Ordering? {
    repeat {
      guard let guide = search.nextGuide() else { return nil }
      let number = search.tried + 1
      var ordering = ordering(guide, number: number)
      search.note(ordering.choices, ordering.reductions)
      if ordering.hasOmitted { search.hasOmitted = true }
      if ordering.hasHeldTimers { search.hasHeldTimers = true }
      if search.hasDiverged || search.isComparing && differs(ordering, guide, number) {
        ordering.problems.append(divergence)
      }
      if !ordering.problems.isEmpty { return ordering }
    } while search.tried < budget.orderings && !isPast(deadline)
    return nil
  }

  /// The choices of an ordering that fails.
  struct Shortened {
    let choices: [Int]
    /// Whether no attempt was left that could be shorter.
    let isFinal: Bool
  }

  /// Looks for a short ordering that fails.
  ///
  /// - Parameters:
  ///   - failing: The ordering from which to start.
  ///   - tried: Its number.
  ///   - deadline: The time at which the attempts end.
  ///   - limit: The number of steps after which they end: an ordering may consist of thousands.
  /// - Returns: Its choices.
  func shrink(
    _ failing: Ordering,
    foundIn tried: Int = 1,
    until deadline: ContinuousClock.Instant? = nil,
    stepLimit limit: Int = 1_000_000
  ) -> Shortened {
    var shrinking = Shrinking(failing.best)
    var steps = 0
    while steps < limit, !isPast(deadline), let attempt = shrinking.nextAttempt() {
      let ordering = ordering(Guide(attempt), number: tried)
      steps += ordering.steps
      if !ordering.problems.isEmpty { shrinking.noteFailure(ordering.best) }
    }
    return Shortened(choices: shrinking.best.choices, isFinal: shrinking.isFinal)
  }

  func replay(of ordering: Ordering) -> Replay {
    let mark =
      ordering.mark == 0 ? nil : Replay.Mark(steps: ordering.steps, hash: ordering.mark)
    return Replay(choices: ordering.choices.taken, timers: timers, mark: mark)
  }

  private func isPast(_ deadline: ContinuousClock.Instant?) -> Bool {
    deadline.map { $0 <= .now } ?? false
  }

  /// Whether another run of an ordering has other events.
  private func differs(_ first: Ordering, _ guide: Guide, _ number: Int) -> Bool {
    first.problems.isEmpty && ordering(guide, number: number).fingerprint != first.fingerprint
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
