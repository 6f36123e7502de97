internal import PledgeCore
internal import PledgeSupport

/// A promise, as errors name it: its operator, the location where its chain was started, and its
/// label.
///
///     load(1).timeout(after: .seconds(5)).catch { error in
///       if let place = (error as? TimeoutError)?.waitedFor?.place { note("\(place)") }
///     }
public struct PromiseOrigin: Sendable, CustomStringConvertible {
  /// The name of the operator or function that made the promise, such as `map` or `all`.
  ///
  /// `Promise` for a promise with its own producer; `a promise` while its handler is running.
  public let `operator`: String
  /// The location where its chain was started.
  public let place: PromiseEvent.Place
  /// The label of the promise; `nil` if it has none (spec 18.4).
  public let label: String?
  /// Why the promise was pending, if more than its producer was waited for.
  private let state: String?

  /// The operator, the label, and the location, such as
  /// `flatMap [user 7] from App/Loader.swift:42`, with unprintable characters escaped.
  public var description: String {
    text() + (state.map { " (\($0))" } ?? "")
  }

  func text(numbered id: PromiseID? = nil) -> String {
    let number = id.map { " \($0)" } ?? ""
    return "\(`operator`)\(number)\(label.inBrackets)\(place.isUnknown ? "" : " from \(place)")"
  }

  init(of node: Node, by operatorID: OperatorID?, state: String? = nil) {
    `operator` = operatorID?.name ?? "a promise"
    place = PromiseEvent.Place(node.site)
    label = node.label
    self.state = state
  }

  init(_ name: String?, at site: Site, label: String? = nil) {
    `operator` = name ?? "a promise"
    place = PromiseEvent.Place(site)
    self.label = label
    state = nil
  }
}

extension PromiseOrigin? {
  /// The beginning of a description; empty if the origin is unknown.
  var introduction: String { map { "\($0): " } ?? "" }
}

extension Node {
  /// The pending promise furthest up among those that this promise waits for; `nil` if there is
  /// none.
  ///
  /// Of several promises that it combines, the first pending one counts. Promises that Pledge
  /// created internally are not named.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain. Only the nearest 1,000 promises
  ///   are visited, because many promises may time out together.
  final func pendingOrigin() -> PromiseOrigin? {
    var found: Node?
    var next = firstSource()
    var steps = 0
    while let node = next, steps < 1_000 {
      if !node.hasOutcome, !node.site.isUnknown { found = node }
      next = node.firstSource()
      steps += 1
    }
    return found.map { node in
      let status = node.statusSnapshot()
      return PromiseOrigin(of: node, by: status.operatorID, state: status.obstacle)
    }
  }
}
