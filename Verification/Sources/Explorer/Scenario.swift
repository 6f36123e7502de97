/// Threads with a few operations each, and what may be seen of them.
public struct Scenario: Sendable {
  /// What to call it by.
  public let name: String
  let arrange: @Sendable (Trial) -> Void
  let rule: Rule

  /// What a run has to show.
  public enum Rule: Sendable {
    /// What some order of whole operations shows, too, or one of a few things besides.
    case linearizable(or: [Allowance] = [])
    /// Nothing that `complaint` complains about.
    case invariant(_ complaint: @Sendable (Observation) -> String?)
  }

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: What to call it by: words joined by hyphens.
  ///   - rule: What a run has to show.
  ///   - arrange: Sets up a trial, which is everything that its threads touch.
  public init(
    _ name: String,
    _ rule: Rule = .linearizable(),
    _ arrange: @escaping @Sendable (Trial) -> Void
  ) {
    self.name = name
    self.rule = rule
    self.arrange = arrange
  }
}

/// What a run may show although no order of whole operations does, because one of them is not one
/// step: to settle a promise and to deliver to its consumers are two, to discard a chain are many.
public struct Allowance: Sendable {
  let reason: String
  let events: [String: String]

  /// Creates an allowance.
  ///
  /// - Parameters:
  ///   - reason: Why this is right.
  ///   - events: All events by key, separated by spaces.
  public init(_ reason: String, _ events: [String: String]) {
    self.reason = reason
    self.events = events
  }

  func matches(_ seen: Observation) -> Bool {
    seen.notes.mapValues { $0.joined(separator: " ") } == events
  }
}

/// What an observation of a scenario is measured by.
struct Judge {
  private let rule: Scenario.Rule
  private let allowed: Set<Observation>

  init(of scenario: Scenario) {
    rule = scenario.rule
    // In any case, so that what the program makes once is made before threads take turns.
    allowed = Set(Linearizations(of: scenario).map { $0.observe() })
  }

  /// What is wrong, if anything.
  func complaint(about seen: Observation) -> String? {
    guard seen.leaks.isEmpty else { return "left over: \(seen.leaks.joined(separator: ", "))" }
    switch rule {
    case .linearizable(let others):
      if allowed.contains(seen) { return nil }
      let isAnswered = allowed.contains { $0.results == seen.results }
      if isAnswered, others.contains(where: { $0.matches(seen) }) { return nil }
      return "no order of whole operations shows this:\n  \(seen)\nbut only:\n"
        + allowed.map { "  \($0)" }.sorted().joined(separator: "\n")
    case .invariant(let complaint):
      return complaint(seen).map { "\($0):\n  \(seen)" }
    }
  }
}
