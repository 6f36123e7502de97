internal import Pledge

/// Runs `body` once for each order in which its events can happen; throws if one order fails.
///
///     try explore { world in
///       let cache = SingleFlight<Int, User>()
///       for name in ["list", "detail"] {
///         world.context(name).run {
///           cache.value(for: 1) { world.pending(User.self, .value(guest), label: "load") }
///             .ignoringErrors()
///         }
///       }
///       world.run()
///     }
///
/// The events are the jobs of the world's contexts, the parts of tasks and the calls of actors, the
/// timers of its clock, the ends of sleeps, the answers of its fakes, and the discards that it may
/// make. Nothing else may influence `body`: it must create all objects itself, and must use no
/// other queues, threads, executors, and clocks. Another thread is reported if it settles a
/// promise, resumes a task, starts a timer of the world, or sends it a job, and so is an operation
/// of Pledge that starts a timer of another clock. <doc:FindingRaces> lists on which systems tasks
/// and sleeps are explored.
///
/// An ordering fails if `body` throws, if an expectation of Swift Testing, of Pledge, or of the
/// world is not met, or if one of these checks fails: at the end of the last run, no promise is
/// pending that has consumers, except for the world's; no rejection is unhandled; after the
/// ordering, no promise is pending, so each `ensure` has run once; all promises were settled on
/// this thread. A short ordering that fails is then replayed, and described by the error, with its
/// issues: a test that ignores the error passes. Handlers that run after these checks, because
/// unanswered fakes are discarded, fail nothing. Where tasks cannot be explored, and within an
/// actor, Swift Testing shows the issues of its `#expect` as known ones, too. The assertions of
/// XCTest cannot be deferred: they fail the test in each ordering, but no ordering.
///
/// The orderings are coarser than those of a program in use: a job of a context runs as a whole,
/// a part of a task can be interrupted where it starts or resumes a task, cancels, yields to a
/// stream, or has used a lock, and a timer waits for whatever can run. Code that repeats
/// itself forever fails after 10,000 steps. An ordering that ends the process, such as by a failed
/// precondition, is written on standard error first. <doc:FindingRaces> has the details.
///
/// If the environment variable `PLEDGE_REPLAY` names this call, the ordering that it states is
/// tried first; `PLEDGE_REPLAY_LOG` names a file to which failures are added.
///
/// - Parameters:
///   - strategy: The rule by which orderings are tried: by default, three strategies in turns, with
///     a fixed seed.
///   - budget: The limit, 10,000 orderings by default. When it is spent, the exploration ends
///     without an error, and a line on standard error says so; see
///     ``Exploration/Report/isComplete``. A limit of time also ends the search for a shorter
///     ordering that fails.
///   - timers: The rule by which timers fire: by default, once no part of a task and no job of a
///     context is left that can run.
///   - sharing: The kinds of state that tasks share: with `.actorsAndLocks`, fewer
///     orderings are all.
///   - file: The source file, `#fileID`; with the line, it names the call for `PLEDGE_REPLAY`. A
///     helper must pass on those of its caller.
///   - line: The source line.
///   - body: A closure that sets up the code under test, calls ``Exploration/World/run()``, and
///     checks the results. Called on the current thread, before this function returns. Parts of
///     tasks run on other threads, one at a time, except for those on the main actor.
/// - Returns: How far the search came.
/// - Throws: ``ExplorationError``.
/// - Complexity: O(*n*) calls of `body`, where *n* is the number of orderings within the budget.
@discardableResult
public func explore(
  by strategy: Exploration.Strategy = .mixed(),
  within budget: Exploration.Budget = .orderings(10_000),
  timers: Exploration.Timers = .afterJobs,
  sharing: Exploration.Sharing = .everything,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ body: (Exploration.World) throws -> Void
) throws -> Exploration.Report {
  let call = "\(file):\(line)"
  try replayRequestedOrdering(of: call, body)
  let report = try withExplorer(of: body, timers) { explorer in
    var search = Search(strategy, sharing: sharing)
    let deadline = budget.deadline
    if let failing = explorer.search(&search, within: budget, until: deadline) {
      let shrinking = explorer.shrink(failing, foundIn: search.tried, until: deadline)
      try explorer.fail(
        shrinking,
        after: search.tried,
        seed: strategy.seed,
        call: call,
        until: deadline
      )
    }
    let hasMutex = explorer.takeover.turns?.hasMutex ?? false
    return Exploration.Report(
      tried: search.tried,
      isComplete: search.isComplete && !search.hasOmitted && !hasMutex,
      isExhausted: search.isComplete,
      estimatedOrderings: search.orderings,
      distinct: search.distinct,
      hasHeldTimers: search.hasHeldTimers,
      bound: search.bound,
      hasWholeParts: search.hasWholeParts || !RuntimeHooks.support.hasPoints,
      hasMutex: hasMutex,
      sharing: sharing
    )
  }
  if !report.isComplete {
    let limit = report.isExhausted ? "left out some orderings" : "ended at its budget"
    CallSite.announce("\(call): explore \(limit): \(report)")
  }
  return report
}

/// Runs `body` in the ordering of a failed exploration.
///
///     try explore(replaying: "1") { world in
///       for name in ["list", "detail"] { world.context(name).run { note(name) } }
///       world.run()
///     }
///
/// Same as ``explore(by:within:timers:sharing:file:line:_:)`` for that ordering alone. Under a
/// recorder of `PledgeTrace`, the timeline shows this ordering.
///
/// - Parameters:
///   - replay: The text from ``ExplorationError/replay``, the end of a failure, such as
///     `first-12x2de9`: choices, and perhaps marks of the rule for timers, and of the steps. An
///     ordering with tasks may have other steps
///     if the code is compiled in another mode, such as release; a text whose steps differ does not
///     fit.
///   - body: The same closure as in the exploration.
/// - Throws: ``ExplorationError`` if the ordering fails, or if `replay` does not fit `body` or is
///   malformed.
public func explore(replaying replay: String, _ body: (Exploration.World) throws -> Void) throws {
  guard let replay = Replay(replay) else { throw ExplorationError(malformed: replay) }
  try withExplorer(of: body, replay.timers) { explorer in
    try explorer.check(replay)
  }
}

/// Replays the ordering that the environment requests for a call, if there is one, and it fits.
private func replayRequestedOrdering(
  of call: String,
  _ body: (Exploration.World) throws -> Void
) throws {
  guard let replay = Replay.requested(at: call) else { return }
  do {
    try explore(replaying: replay, body)
  } catch let error as ExplorationError where error.finding == .mismatch {
    Replay.announceMisfit(at: call)
  }
}

func withExplorer<Output>(
  of body: (Exploration.World) throws -> Void,
  _ timers: Exploration.Timers = .afterJobs,
  _ operation: (Explorer) throws -> Output
) throws -> Output {
  let watch = Watch()
  return try withoutActuallyEscaping(body) { body in
    try IssueLog.gather {
      try watch.watch { try operation(Explorer(watch: watch, timers: timers, body: body)) }
    }
  }
}

extension Explorer {
  /// Replays an ordering; throws if it fails, or is not the one that was meant.
  fileprivate func check(_ replay: Replay) throws {
    let (guide, mark) = (Guide(replay.choices), replay.mark)
    var ordering = ordering(guide, isReplay: true, expected: mark)
    // Something may have been used for the first time, and have taken a lock then.
    if ordering.hasStrayed { ordering = self.ordering(guide, isReplay: true, expected: mark) }
    if ordering.hasStrayed {
      ordering.problems.append(
        "the replay does not fit: the body has changed since, or is compiled in another mode"
      )
    }
    if ordering.problems.isEmpty { return }
    throw ExplorationError(ordering, after: 1, ordering.hasStrayed ? .mismatch : .failure)
  }
}
