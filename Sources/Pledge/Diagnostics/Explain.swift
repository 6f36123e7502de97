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
  /// The description is a snapshot of promises that may change at the same time. Promises that were
  /// ``labeled(_:)`` have their label in brackets. Errors are on one line, shortened to a thousand
  /// characters, and labels to two hundred. If an observer keeps a record, as that of `PledgeTrace`
  /// does, it provides the description instead, with times and history. Calling this method does
  /// not mark a rejection as handled.
  ///
  /// The method can be called from any thread, but not under a lock: it holds promises while it
  /// runs, so the last reference to one may be released here, along with everything that its
  /// release runs.
  ///
  /// - Returns: A description of at most a hundred lines. The last one says so if there are more.
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
      // Reversed, because the last one is taken from the stack first.
      stack += visit(step).reversed()
      if lines.count > Explanation.limit {
        lines.replaceSubrange((Explanation.limit - 1)..., with: ["… and more"])
        return
      }
    }
  }

  /// Adds the line of a promise, unless it is skipped, and returns the steps to its sources.
  private mutating func visit(_ step: Step) -> [Step] {
    let (node, status) = (step.node, step.node.statusSnapshot())
    let isNew = seen.insert(ObjectIdentifier(node)).inserted
    let isSkipped = (node.site.isUnknown || step.isInternal) && !status.sources.isEmpty
    if !isSkipped {
      let indentation = String(repeating: "  ", count: min(step.depth, 20))
      let origin = PromiseOrigin(of: node, by: status.operatorID)
      lines.append("\(indentation)\(origin): \(isNew ? status.text : "see above")")
    }
    guard isNew else { return [] }
    let sources = status.sources
    if isSkipped { return sources.map { Step(node: $0, depth: step.depth) } }
    // The internal promise returned by the handler of `ensureThen` represents the cleanup.
    let isCleaningUp = status.operatorID == .ensureThen && node.waitsForReturned
    return sources.map { Step(node: $0, depth: step.depth + 1, isInternal: isCleaningUp) }
  }
}

extension StatusSnapshot {
  /// The promises that a pending promise waits for.
  var sources: [Node] {
    if case .pending(.promises(let sources)) = state { sources } else { [] }
  }

  /// The state in words.
  fileprivate var text: String {
    switch state {
    case .fulfilled: "fulfilled"
    case .rejected(let error, let trail):
      "rejected: \(error.shortDescription) (\(trail.text))"
    case .pending(.promises): "pending, waits for"
    case .busy, .pending: "pending, \(obstacle ?? "waiting for its producer")"
    }
  }

  /// What keeps a promise pending that waits for no other one, unless that is its producer.
  var obstacle: String? {
    switch state {
    case .pending(.producer) where operatorID?.isTimer == true: "waiting for its clock"
    case .fulfilled, .rejected, .pending(.promises), .pending(.producer): nil
    case .busy: "its handler is running"
    case .pending(.delivery): "about to receive an outcome"
    case .pending(.slot(let wait)): wait.text
    case .pending(.context): "its handler waits for its context"
    case .pending(.consumer): "starts with its first consumer"
    }
  }
}

extension SlotWait {
  fileprivate var text: String {
    let queue = isPaused ? "the queue, which is paused" : "the queue"
    // If a slot is free, the operation waits for the rate.
    let rate = isPaused || running >= limit ? "" : ", whose rate is limited"
    return "waiting for a slot in \(queue)\(rate) (\(running) of \(limit) running)"
  }
}
