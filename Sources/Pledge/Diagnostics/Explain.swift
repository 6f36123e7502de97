internal import PledgeCore

extension Future {
  /// Says what state this promise is in and, if it is pending, what it waits for, up to what nobody
  /// has settled; for a debugger or a log.
  ///
  /// ```text
  /// (lldb) po user.explain()
  /// map from App/Loader.swift:42: pending, waits for
  ///   flatMap from App/Loader.swift:42: pending, waits for
  ///     Promise from App/Loader.swift:57: pending, waiting for its producer
  /// ```
  ///
  /// Any thread; it is a look at what others go on with meanwhile. Where an observer keeps a record, as
  /// that of `PledgeTrace` does, it says the same with times and all that went before. To ask is not to
  /// hear of an error. Promises are held meanwhile, so one that everybody else lets go of ends here, with
  /// what hears of that; not to be called under a lock.
  ///
  /// - Returns: Several lines, at most a hundred or so.
  /// - Complexity: O(*n*) in the number of promises that this one waits for.
  public final func explain() -> String {
    if let id = Diagnostics.id(of: self), let text = Diagnostics.explanation(of: id) { return text }
    var explanation = Explanation()
    explanation.add(self)
    return explanation.lines.joined(separator: "\n")
  }
}

/// What a promise waits for, as lines.
private struct Explanation {
  private struct Step {
    let node: Node
    let depth: Int
    /// Whether the node has no line of its own if it waits for others.
    var isPassedOver = false
  }

  private static let limit = 100

  private(set) var lines: [String] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Adds a promise and all above it, those that one waits for below it and further to the right.
  ///
  /// What Pledge made for itself is passed over, unless it is where the way ends.
  mutating func add(_ node: Node) {
    var rest = [Step(node: node, depth: 0)]
    while let step = rest.popLast() {
      let (node, depth) = (step.node, step.depth)
      guard lines.count < Explanation.limit else { return lines.append("… and more") }
      let statusSnapshot = node.statusSnapshot()
      let indentation = String(repeating: "  ", count: min(depth, 20))
      let isOwn = node.site.isUntold || step.isPassedOver
      if isOwn, case .pending(.promises(let sources)) = statusSnapshot.state {
        if seen.insert(ObjectIdentifier(node)).inserted { rest += above(sources, at: depth) }
        continue
      }
      let name = statusSnapshot.operatorID?.name ?? "a promise"
      let place = node.site.isUntold ? "" : " from \(node.site.text)"
      let start = "\(indentation)\(name)\(place): "
      guard seen.insert(ObjectIdentifier(node)).inserted else {
        lines.append(start + "see above")
        continue
      }
      lines.append(start + text(of: statusSnapshot.state))
      guard case .pending(.promises(let sources)) = statusSnapshot.state else { continue }
      // What `ensureThen` returns to itself stands for the clean-up.
      let isCleaningUp = statusSnapshot.operatorID == .ensureThen && node.waitsForReturned
      rest += above(sources, at: depth + 1, isPassedOver: isCleaningUp)
    }
  }

  private func above(
    _ sources: [Node],
    at depth: Int,
    isPassedOver: Bool = false
  ) -> [Step] {
    sources.reversed().map { Step(node: $0, depth: depth, isPassedOver: isPassedOver) }
  }

  private func text(of state: StatusSnapshot.State) -> String {
    switch state {
    case .fulfilled: "fulfilled"
    case .rejected(let error, let trail):
      "rejected: \(String(describing: error).escaped()) (\(trail.text))"
    case .busy: "pending, its handler is running"
    case .pending(.promises): "pending, waits for"
    case .pending(.delivery): "pending, is about to hear of an outcome"
    case .pending(.slot(let wait)): "pending, \(text(of: wait))"
    case .pending(.context): "pending, its handler waits for its context"
    case .pending(.consumer): "pending, starts with its first consumer"
    case .pending(.producer): "pending, waiting for its producer"
    }
  }

  private func text(of wait: SlotWait) -> String {
    let queue = wait.isPaused ? "the queue, which is paused" : "the queue"
    return "waiting for a slot in \(queue) (\(wait.running) of \(wait.limit) running)"
  }
}
