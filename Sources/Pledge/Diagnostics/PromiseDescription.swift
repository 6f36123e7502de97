internal import PledgeCore
internal import PledgeSupport

/// A promise as every diagnostic describes it.
///
/// Two readers create it: ``init(of:)-(Node)`` from a live promise, and ``PendingGraph`` from events,
/// without retaining the promise or waiting for a thread that uses it.
struct PromiseDescription<Reference> {
  enum State {
    case fulfilled
    case rejected(any Error, Trail)
    case pending(Obstacle)
  }

  let origin: PromiseOrigin
  /// Whether Pledge has made the promise for another one.
  let isInternal: Bool
  var state: State
  /// The promises that it waits for.
  var sources: [Reference]

  /// Returns the description without internal promises: the promise waits for what they wait for.
  ///
  /// This is the rule for all that is said about what promises wait for.
  ///
  /// - Parameters:
  ///   - key: Returns the identity of a promise.
  ///   - describe: Describes a promise with its direct sources; `nil` if it is not pending.
  /// - Returns: The description.
  func seenThrough<Key: Hashable>(
    _ key: (Reference) -> Key,
    _ describe: (Reference) -> PromiseDescription?
  ) -> PromiseDescription {
    var (result, seen) = (self, Set<Key>())
    result.sources = []
    var open = Array(sources.reversed())
    while let next = open.popLast() {
      guard seen.insert(key(next)).inserted, let source = describe(next) else { continue }
      if !source.isInternal {
        result.sources.append(next)
      } else if source.sources.isEmpty {
        result.state = source.state
      } else {
        // A task that awaits a promise is what keeps the operator pending.
        if case .pending(.task) = source.state { result.state = source.state }
        open += source.sources.reversed()
      }
    }
    return result
  }
}

/// What keeps a promise pending.
enum Obstacle {
  case body
  case clock
  case consumer
  /// The context is known by name if the promise is described from events.
  case context(String?)
  case delivery
  case elements
  case handler
  case producer
  case promises
  /// The operations that have a slot are known if the promise is described from events.
  case slot(SlotWait?, [UInt64])
  case task(named: String?, awaiting: [UInt64])
  case window

  /// The obstacle of an operator's promise that waits for no other one.
  init(of operatorID: OperatorID) {
    self =
      switch operatorID {
      case .alarm, .timer: .clock
      case .batch: .window
      case .body: .body
      case .elements: .elements
      case .lazyPromise: .consumer
      case .turn: .slot(nil, [])
      default: .producer
      }
  }

  var text: String {
    switch self {
    case .body: "its body waits for its context, or has to settle it"
    case .clock: "waiting for its clock"
    case .consumer: "starts with its first consumer"
    case .context(let name): "its handler waits for its context\(name.map { ", \($0)" } ?? "")"
    case .delivery: "about to receive an outcome"
    case .elements: "waiting for the next element of its sequence"
    case .handler: "its handler is running"
    case .producer: "waiting for its producer"
    case .promises: "waits for"
    case .slot(let wait?, _): wait.text
    case .slot(nil, let holders):
      "waiting for a slot in its queue"
        + (holders.isEmpty
          ? "" : ", which \(holders.numbered) \(holders.count == 1 ? "has" : "have")")
    case .task(let name, let awaited):
      "its task\(name.map { " '\($0.line(limit: .name))'" } ?? "") "
        + (awaited.isEmpty ? "has not ended" : "awaits \(awaited.numbered)")
    case .window: "waiting for the end of its window"
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
    let status = node.statusSnapshot()
    origin = PromiseOrigin(of: node, by: status.operatorID)
    isInternal = node.site.isUnknown || status.operatorID?.isInternal == true
    sources = if case .pending(.promises(let found)) = status.state { found } else { [] }
    state =
      switch status.state {
      case .fulfilled: .fulfilled
      case .rejected(let error, let trail): .rejected(error, trail)
      case .busy: .pending(.handler)
      case .pending(let wait): .pending(Obstacle(wait, of: status.operatorID))
      }
  }

  /// The description without internal promises.
  static func visible(_ node: Node) -> Self {
    Self(of: node).seenThrough(ObjectIdentifier.init) { Self(of: $0) }
  }

  /// The state in words; what keeps it pending may be recorded.
  func text(recorded: String?) -> String {
    switch state {
    case .fulfilled: "fulfilled"
    case .rejected(let error, let trail): "rejected: \(error.shortDescription) (\(trail.text))"
    case .pending(let obstacle):
      "pending, \(sources.isEmpty ? recorded ?? obstacle.text : Obstacle.promises.text)"
    }
  }
}

extension Obstacle {
  fileprivate init(_ wait: StatusSnapshot.Wait, of operatorID: OperatorID?) {
    self =
      switch wait {
      case .promises: .promises
      case .slot(let wait): .slot(wait, [])
      case .context: .context(nil)
      case .delivery: .delivery
      case .consumer: .consumer
      case .producer:
        operatorID == .lazyPromise ? .producer : Obstacle(of: operatorID ?? .promise)
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
    var found: Node?
    var next = firstSource()
    var steps = 0
    while let node = next, steps < Node.visitLimit {
      if !node.site.isUnknown, !node.hasOutcome, !node.isOfInternalOperator { found = node }
      next = node.firstSource()
      steps += 1
    }
    return found.map { node in
      let description = PromiseDescription.visible(node)
      guard next == nil else { return description.origin.adding("or a promise further up") }
      guard case .pending(let obstacle) = description.state, description.sources.isEmpty else {
        return description.origin
      }
      if case .producer = obstacle { return description.origin }
      return description.origin.adding(obstacle.text)
    }
  }
}
