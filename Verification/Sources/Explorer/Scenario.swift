/// Threads with a few operations each, and the rule for their observations.
package struct Scenario: Sendable {
  package let name: String
  let arrange: @Sendable (Trial) -> Void
  let rule: Rule

  /// The rule that a run has to follow.
  package enum Rule: Sendable {
    /// The observation equals that of some sequential interleaving, or has exactly one of these
    /// notes, because one of the operations is not atomic: settling a promise and delivering to its
    /// consumers are two steps; discarding a chain takes many.
    case linearizable(or: [[String: String]] = [])
    /// The observation satisfies a condition.
    case invariant(_ holds: @Sendable (Observation) -> Bool)
  }

  /// Creates a scenario whose `arrange` sets up a trial, including everything its threads access.
  package init(
    _ name: String,
    _ rule: Rule = .linearizable(),
    _ arrange: @escaping @Sendable (Trial) -> Void
  ) {
    self.name = name
    self.rule = rule
    self.arrange = arrange
  }

  /// Creates a scenario that is linearizable, or has these notes for a reason.
  package init(
    _ name: String,
    unless reason: String,
    _ events: [String: String],
    _ arrange: @escaping @Sendable (Trial) -> Void
  ) {
    self.init(name, .linearizable(or: [events]), arrange)
  }
}

/// Checks the observations of a scenario.
struct ObservationCheck {
  private let rule: Scenario.Rule
  private let allowed: Set<Observation>

  init(of scenario: Scenario) {
    rule = scenario.rule
    // Always computed, so that lazily created globals exist before the threads run.
    allowed = Linearizations.observations(of: scenario)
  }

  /// Returns the problem with an observation, if any.
  func violation(in seen: Observation) -> String? {
    guard seen.leaks.isEmpty else { return "left over: \(seen.leaks.joined(separator: ", "))" }
    switch rule {
    case .linearizable(let others):
      if allowed.contains(seen) { return nil }
      let hasAllowedResults = allowed.contains { $0.results == seen.results }
      let notes = seen.notes.mapValues { $0.joined(separator: " ") }
      if hasAllowedResults, others.contains(notes) { return nil }
      return "no sequential order of the operations has this effect:\n  \(seen)\nbut only:\n"
        + allowed.map { "  \($0)" }.sorted().joined(separator: "\n")
    case .invariant(let holds):
      return holds(seen) ? nil : "the invariant of the scenario does not hold:\n  \(seen)"
    }
  }
}
