internal import PledgeCore
internal import PledgeSupport

/// A promise as every diagnostic describes it.
///
/// ``init(of:)`` creates it from a live promise, ``PendingGraph`` from events, without retaining
/// the promise or waiting for a thread that uses it.
struct PromiseDescription<Reference> {
  let origin: PromiseOrigin
  /// Whether Pledge has made the promise for another one.
  var isInternal: Bool
  var state: StatusSnapshot
  /// The promises that it waits for.
  var sources: [Reference]
  /// Whether it may be settled even if these never are.
  var mayEndOtherwise = false

  /// Describes the promise without internal ones: it waits for what they wait for.
  ///
  /// This is the rule for all that is said about what promises wait for.
  ///
  /// - Parameters:
  ///   - key: Returns the identity of a promise.
  ///   - describe: Describes a promise with its direct sources.
  /// - Returns: The description.
  func seenThrough<Key: Hashable>(
    _ key: (Reference) -> Key,
    _ describe: (Reference) -> PromiseDescription?
  ) -> PromiseDescription {
    var (result, seen) = (self, Set<Key>())
    result.sources = []
    var obstacles: [Obstacle] = []
    var open = Array(sources.reversed())
    while let next = open.popLast() {
      guard seen.insert(key(next)).inserted, let source = describe(next),
        case .pending(let obstacle) = source.state
      else { continue }
      if !source.isInternal {
        result.sources.append(next)
        continue
      }
      if source.mayEndOtherwise { result.mayEndOtherwise = true }
      // A task is what keeps the operator pending, also while it awaits a promise.
      if source.sources.isEmpty || obstacle.isTask { obstacles.append(obstacle) }
      open += source.sources.reversed()
    }
    if let merged = Obstacle(merging: obstacles) {
      result.state = .pending(merged)
    } else if result.sources.isEmpty, case .pending(.promises) = result.state {
      result.state = .pending(.delivery)
    }
    return result
  }
}

extension Obstacle {
  /// Merges the obstacles of an operator: its tasks count most; of others, a clock counts least, as
  /// it may only limit the rest.
  fileprivate init?(merging obstacles: [Obstacle]) {
    var (name, awaited) = (String?.none, [UInt64]())
    for case .task(let other, let more) in obstacles {
      (name, awaited) = (name ?? other, awaited + more)
    }
    let first = obstacles.first { if case .clock = $0 { false } else { true } } ?? obstacles.first
    guard let first else { return nil }
    self = obstacles.contains(where: \.isTask) ? .task(named: name, awaiting: awaited) : first
  }

  var isTask: Bool { if case .task = self { true } else { false } }
  /// Whether events may tell more.
  var isVague: Bool {
    switch self {
    case .body, .context, .producer: true
    default: false
    }
  }

  /// The obstacle in words; names of the user are printable in `escaped`.
  package func text(_ escaped: (String) -> String = { $0.line(limit: .name) }) -> String {
    switch self {
    case .promises: "waits for"
    case .handler: "its handler is running"
    case .context(let name):
      "its handler waits for its context\(name.map { ", \(escaped($0))" } ?? "")"
    case .body: "its body waits for its context, or has to settle it"
    case .delivery: "about to receive an outcome"
    case .slot(let wait): wait.text
    case .turn([]): "waiting for a slot in its queue"
    case .turn(let holders):
      "waiting for a slot in its queue, which \(holders.numbered) "
        + (holders.count == 1 ? "has" : "have")
    case .task(let name, let awaited):
      "its task\(name.map { " '\(escaped($0))'" } ?? "") "
        + (awaited.isEmpty ? "has not ended" : "awaits \(awaited.numbered)")
    case .consumer: "starts with its first consumer"
    case .clock: "waiting for its clock"
    case .elements: "waiting for the next element of its sequence"
    case .batch: "waiting for its batch"
    case .producer: "waiting for its producer"
    }
  }
}

extension [UInt64] {
  /// The numbers of promises, at most eight.
  fileprivate var numbered: String {
    prefix(8).map { "#\($0)" }.joined(separator: ", ") + (count > 8 ? ", …" : "")
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

// MARK: - Live promises

extension PromiseDescription<Node> {
  init(of node: Node) {
    let operatorID: OperatorID?
    (state, sources, operatorID) = node.statusSnapshot()
    origin = PromiseOrigin(of: node, by: operatorID)
    isInternal = node.site.isInternal(by: operatorID)
  }

  /// The description without internal promises.
  static func visible(_ node: Node) -> Self {
    // While the closure of a step runs, its operator cannot be read.
    let step = node.runningStep
    return Self(of: node).seenThrough(ObjectIdentifier.init) { source in
      var description = Self(of: source)
      if source === step { description.isInternal = true }
      return description
    }
  }

  /// The state in words; what keeps it pending may be recorded, and the promise may have been lent
  /// a priority.
  func text(recorded: Obstacle?, lent priority: UInt8) -> String {
    let pending = priority == 0 ? "pending" : "pending with priority \(priority)"
    return switch state {
    case .fulfilled: "fulfilled"
    case .rejected(let error, let trail): "rejected: \(error.shortDescription) (\(trail.text))"
    case .pending(let obstacle) where !sources.isEmpty || !obstacle.isVague || recorded == nil:
      "\(pending), \((sources.isEmpty ? obstacle : .promises).text())"
    case .pending(let obstacle): "\(pending), \((recorded ?? obstacle).text())"
    }
  }
}

extension Node {
  /// The number of promises that ``pendingOrigin()`` visits.
  private static var visitLimit: Int { 10_000 }

  /// The pending promise furthest up among those that this promise waits for; `nil` if there is
  /// none.
  ///
  /// Of several promises that it combines, the first pending one counts. Internal promises are not
  /// named.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain. Only the nearest 10,000 promises
  ///   are visited, because many promises may time out together (spec 11.5.16).
  final func pendingOrigin() -> PromiseOrigin? {
    var (found, outer) = (Node?.none, Node?.none)
    var next = firstSource()
    var steps = 0
    while let node = next, steps < Node.visitLimit {
      if !node.hasOutcome, !node.site.isInternal(by: node.knownOperator) {
        (found, outer) = (node, found)
      }
      next = node.firstSource()
      steps += 1
    }
    if let outer, outer.runningStep === found { found = outer }
    return found.map { node in
      let description = PromiseDescription.visible(node)
      guard next == nil else { return description.origin.adding("or a promise further up") }
      guard case .pending(let obstacle) = description.state, description.sources.isEmpty else {
        return description.origin
      }
      if case .producer = obstacle { return description.origin }
      return description.origin.adding(obstacle.text())
    }
  }
}
