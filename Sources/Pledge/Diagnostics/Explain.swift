internal import PledgeCore
internal import PledgeSupport

extension Future {
  /// Returns a description of this promise's state and, if it is pending, of everything it waits
  /// for, for use in a debugger or a log.
  ///
  /// ```text
  /// (lldb) po user.explain()
  /// map from App/Loader.swift:42: pending, waits for
  ///   flatMap from App/Loader.swift:42: pending, waits for
  ///     Promise from App/Loader.swift:57: pending, waiting for its producer
  /// ```
  ///
  /// The description is a snapshot of promises that may change at the same time. If an observer
  /// keeps a record, as that of `PledgeTrace` does, the description includes times and history.
  /// Calling this method does not mark a rejection as handled.
  ///
  /// The method can be called from any thread, but not under a lock: it holds promises while it
  /// runs, so the last reference to one may be released here, along with everything that its
  /// release runs.
  ///
  /// - Returns: A description of several lines, at most about a hundred.
  /// - Complexity: O(*n*), where *n* is the number of promises that this one waits for.
  public final func explain() -> String {
    if let id = Diagnostics.id(of: self), let text = Diagnostics.explanation(of: id) { return text }
    var explanation = Explanation()
    explanation.add(self)
    return explanation.lines.joined(separator: "\n")
  }
}

/// A description of what a promise waits for, as lines.
private struct Explanation {
  private struct Step {
    let node: Node
    let depth: Int
    /// Whether the node is internal even though it has a source location.
    var isInternal = false
  }

  private static let limit = 100

  private(set) var lines: [String] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Adds a promise and everything it waits for.
  ///
  /// Each source is below its consumer and indented. Promises that Pledge created internally are
  /// skipped, unless they are the end of a path.
  mutating func add(_ node: Node) {
    var stack = [Step(node: node, depth: 0)]
    while let step = stack.popLast() {
      let (node, depth) = (step.node, step.depth)
      guard lines.count < Explanation.limit else { return lines.append("… and more") }
      let statusSnapshot = node.statusSnapshot()
      let indentation = String(repeating: "  ", count: min(depth, 20))
      let isInternal = node.site.isUnknown || step.isInternal
      if isInternal, case .pending(.promises(let sources)) = statusSnapshot.state {
        if seen.insert(ObjectIdentifier(node)).inserted { stack += steps(to: sources, at: depth) }
        continue
      }
      let name = statusSnapshot.operatorID?.name ?? "a promise"
      let label = node.label.map { " [\($0.escaped())]" } ?? ""
      let place = label + (node.site.isUnknown ? "" : " from \(node.site.text)")
      let start = "\(indentation)\(name)\(place): "
      guard seen.insert(ObjectIdentifier(node)).inserted else {
        lines.append(start + "see above")
        continue
      }
      lines.append(start + text(of: statusSnapshot.state))
      guard case .pending(.promises(let sources)) = statusSnapshot.state else { continue }
      // The internal promise returned by the handler of `ensureThen` represents the cleanup.
      let isCleaningUp =
        statusSnapshot.operatorID == EnsureThenOperator.operatorID && node.waitsForReturned
      stack += steps(to: sources, at: depth + 1, areInternal: isCleaningUp)
    }
  }

  /// Returns the steps to `sources`, the last one first, as they are pushed onto the stack.
  private func steps(
    to sources: [Node],
    at depth: Int,
    areInternal: Bool = false
  ) -> [Step] {
    sources.reversed().map { Step(node: $0, depth: depth, isInternal: areInternal) }
  }

  private func text(of state: StatusSnapshot.State) -> String {
    switch state {
    case .fulfilled: "fulfilled"
    case .rejected(let error, let trail):
      "rejected: \(error.compactDescription.escaped()) (\(trail.text))"
    case .busy: "pending, its handler is running"
    case .pending(.promises): "pending, waits for"
    case .pending(.delivery): "pending, about to receive an outcome"
    case .pending(.slot(let wait)): "pending, \(text(of: wait))"
    case .pending(.context): "pending, its handler waits for its context"
    case .pending(.consumer): "pending, starts with its first consumer"
    case .pending(.producer): "pending, waiting for its producer"
    }
  }

  private func text(of wait: SlotWait) -> String {
    let queue = wait.isPaused ? "the queue, which is paused" : "the queue"
    // If a slot is free, the operation waits for the rate.
    let rate = wait.isPaused || wait.running >= wait.limit ? "" : ", whose rate is limited"
    return "waiting for a slot in \(queue)\(rate) (\(wait.running) of \(wait.limit) running)"
  }
}
