internal import PledgeSupport

/// The exploration of scenarios until one fails, or the budget is spent.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
struct LinearizabilityCheck<Object: Sendable, Model: Equatable & Sendable> {
  let makeObject: @Sendable (Exploration.World) async throws -> Object
  let model: Model
  let advance: (@Sendable (inout Model, Duration) -> Void)?
  let operations: [ModeledOperation<Object, Model>]
  var budget: Exploration.Budget
  /// The source file and line of the call.
  let call: String
  var report: LinearizabilityReport

  private var calls: [ModeledOperation<Object, Model>.Call] { operations.flatMap(\.calls) }

  /// Why nothing can be checked, if so.
  var problem: String? {
    operations.lazy.compactMap(\.problem).first
      ?? (calls.isEmpty ? "there is nothing to call" : nil)
  }

  /// Replays the ordering that the environment requests, if that fits, and explores scenarios.
  mutating func requestedOrSearched() -> String? {
    guard let text = Replay.requested(at: call) else { return search() }
    let (failure, fits) = replay(text)
    if !fits { Replay.announceMisfit(at: call) }
    return fits ? failure ?? search() : search()
  }

  /// Explores scenarios; returns the failure of the first one that fails, made smaller.
  mutating func search() -> String? {
    let deadline = budget.deadline
    let names = operations.indices.flatMap { index in
      operations[index].calls.map { "\(index) \($0.isCanceled)" }
    }
    let kinds = Dictionary(grouping: names.indices) { names[$0] }
    var scenarios = Scenarios(of: kinds.values.sorted { $0[0] < $1[0] }, seed: report.seed)
    defer { report.untriedPairs = scenarios.pairs.count }
    while report.tried < budget.orderings, deadline.map({ .now < $0 }) ?? true,
      let scenario = scenarios.next()
    {
      // Pairs have a quarter of the budget: larger scenarios find more.
      let share = (budget.orderings - report.tried) / (4 * (scenarios.pairs.count + 1))
      if let error = explore(scenario, within: max(8, share)) { return simplify(scenario, error) }
    }
    return nil
  }

  /// Runs a scenario in an ordering, as text, such as `0,2/1:first`; returns its failure, and
  /// whether the text fits.
  mutating func replay(_ text: String) -> (failure: String?, fits: Bool) {
    let tasks = text.prefix { $0 != ":" }.split(separator: "/")
    let scenario = tasks.map { $0.split(separator: ",").map { Int($0) ?? -1 } }
    guard scenario.joined().allSatisfy(calls.indices.contains) else {
      return ("the replay \"\(text)\" does not fit the operations", false)
    }
    do {
      let ordering = text.drop { $0 != ":" }.dropFirst()
      try PledgeTesting.explore(replaying: String(ordering)) { try run(scenario, in: $0) }
      return (nil, true)
    } catch {
      let finding = (error as? ExplorationError)?.finding
      return (self.text(of: error, in: scenario), finding != .mismatch)
    }
  }

  /// Runs a scenario in an ordering; it fails unless the history is linearizable.
  private func run(_ scenario: Scenario, in world: Exploration.World) throws {
    let calls = scenario.map { $0.map { self.calls[$0] } }
    try world.run { [makeObject, model, advance, found = report.found] world in
      let object = try await makeObject(world)
      let log = Locked(History<Object, Model>(advance: advance))
      let run = ScenarioRun(calls: calls, history: log, object: object, world: world)
      let history = await run.run()
      let steps = world.state.withLock { $0.trace.texts }
      found.withLock { $0.formUnion(history.interrupted + steps.compactMap(functionOfObject)) }
      var linearization = Linearization(of: history)
      guard let problem = linearization.problem(from: model) else { return }
      let lines = [problem, history.table, "steps:"] + steps.map { "  \($0)" }
      world.state.withLock { $0.fail(lines.joined(separator: "\n")) }
    }
  }

  /// Explores a scenario; returns its error.
  private mutating func explore(
    _ scenario: Scenario,
    effort: Int = 1,
    within share: Int = .max
  ) -> (any Error)? {
    do {
      let body = { [self] in try run(scenario, in: $0) }
      try withExplorer(of: body) { explorer in
        var search = Search(.mixed(seed: report.seed), head: 8 * effort)
        defer { report.tried += search.tried }
        let limit = min(32 * effort, share, budget.orderings - report.tried)
        if let failing = explorer.search(&search, within: .orderings(limit)) {
          let shrinking = explorer.shrink(failing, foundIn: search.tried)
          try explorer.fail(shrinking, after: search.tried)
        }
        let hasMutex = explorer.takeover.turns?.hasMutex ?? false
        if search.isComplete, !search.hasOmitted, !hasMutex { report.completeScenarios += 1 }
        report.scenarios += 1
        // Its steps name points.
        _ = explorer.ordering(Guide([]), isReplay: true)
      }
      return nil
    } catch { return error }
  }

  /// Leaves out calls and cancellations as long as the scenario fails; returns the failure.
  private func simplify(_ scenario: Scenario, _ error: any Error) -> String {
    var attempt = self
    (attempt.budget, attempt.report.tried) = (.orderings(.max), 0)
    for task in scenario.indices {
      for (index, call) in scenario[task].enumerated() {
        for substitute in calls[call].isCanceled ? [[], [call - 1]] : [[]] {
          var simpler = scenario
          simpler[task].replaceSubrange(index...index, with: substitute)
          simpler.removeAll(where: \.isEmpty)
          if let error = attempt.explore(simpler, effort: 4) { return simplify(simpler, error) }
        }
      }
    }
    if let error = error as? ExplorationError {
      Replay.log(replayText(of: error, in: scenario), at: call)
    }
    return text(of: error, in: scenario)
  }

  private func replayText(of error: ExplorationError, in scenario: Scenario) -> String {
    let tasks = scenario.map { $0.map(String.init).joined(separator: ",") }
    return "\(tasks.joined(separator: "/")):\(error.replay)"
  }

  private func text(of error: any Error, in scenario: Scenario) -> String {
    guard let error = error as? ExplorationError else { return "\(error)" }
    let text = replayText(of: error, in: scenario)
    let title =
      "\(Object.self) fails in a scenario of \(scenario.joined().count) calls,"
      + " found in ordering \(report.tried) (seed \(report.seed)):"
    let replays = [
      "to replay it: replaying: \"\(text)\"",
      "or without a change: PLEDGE_REPLAY=\"\(call) \(text)\" swift test",
    ]
    return ([title] + error.problems + replays).joined(separator: "\n").escaped(keeping: "\n")
  }
}

/// Returns the function of the object in which a task continues in a step.
private func functionOfObject(in step: String) -> String? {
  let name = step.firstMatch(of: /\ in (\w+\.[^ ]+)/)?.1
  let own = ["ModeledOperation", "ScenarioRun", "LinearizabilityCheck", "World.runUntilIdle"]
  return name.flatMap { name in own.contains { name.hasPrefix($0) } ? nil : String(name) }
}
