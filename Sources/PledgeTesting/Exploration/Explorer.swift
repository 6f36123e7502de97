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
    /// Whether a given choice did not exist.
    let hasStrayed: Bool
    /// Whether events were left out.
    let hasOmitted: Bool

    var best: Shrinking.Best { Shrinking.Best(choices: choices.taken, steps: steps) }
  }

  let watch: Watch
  let body: Body
  private let takeover = RuntimeHooks.Takeover()

  /// Runs the body in one ordering, whose steps are traced, and whose issues fail the test in their
  /// place, if it is a replay.
  func ordering(_ guide: Guide, isReplay: Bool = false) -> Ordering {
    watch.begin()
    let newest = takeover.newestOtherTask
    let world = Exploration.World(guide, watch, isTracing: isReplay, newestOtherTask: newest)
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
    if isReplay { issues.report(replay: state.guide.choices.replay) }
    return Ordering(
      choices: state.guide.choices,
      reductions: state.guide.reductions,
      steps: state.steps,
      problems: problems,
      trace: state.trace,
      hasStrayed: state.guide.hasStrayed || !state.guide.hasTakenGiven,
      hasOmitted: state.agenda.hasOmitted
    )
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
      var ordering = ordering(guide)
      search.note(ordering.choices, ordering.reductions)
      if ordering.hasOmitted { search.hasOmitted = true }
      if search.hasDiverged { ordering.problems.append(Explorer.divergence) }
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
  ///   - deadline: The time at which the attempts end.
  ///   - limit: The number of steps after which they end: an ordering may consist of thousands.
  /// - Returns: Its choices.
  func shrink(
    _ failing: Ordering,
    until deadline: ContinuousClock.Instant? = nil,
    stepLimit limit: Int = 1_000_000
  ) -> Shortened {
    var shrinking = Shrinking(failing.best)
    var steps = 0
    while steps < limit, !isPast(deadline), let attempt = shrinking.nextAttempt() {
      let ordering = ordering(Guide(attempt))
      steps += ordering.steps
      if !ordering.problems.isEmpty { shrinking.noteFailure(ordering.best) }
    }
    return Shortened(choices: shrinking.best.choices, isFinal: shrinking.isFinal)
  }

  private func isPast(_ deadline: ContinuousClock.Instant?) -> Bool {
    deadline.map { $0 <= .now } ?? false
  }

  static let divergence =
    "the same choices led to different events: the body depends on something outside the world"
}
