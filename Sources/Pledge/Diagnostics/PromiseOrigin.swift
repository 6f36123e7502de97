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
  /// Why the promise was pending, if more than its producer was waited for, or that the search for
  /// it has ended.
  private var state: String?

  /// The operator, the label, and the location, such as
  /// `flatMap [user 7] from App/Loader.swift:42`, with unprintable characters escaped.
  public var description: String {
    text() + (state.map { " (\($0))" } ?? "")
  }

  func text(numbered id: PromiseID? = nil) -> String {
    let number = id.map { " \($0)" } ?? ""
    return "\(`operator`)\(number)\(label.inBrackets)\(place.isUnknown ? "" : " from \(place)")"
  }

  init(of node: Node, by operatorID: OperatorID?) {
    self.init(operatorID?.name, at: node.site, label: node.label)
  }

  init(_ name: String?, at site: Site, label: String? = nil) {
    `operator` = name ?? "a promise"
    place = PromiseEvent.Place(site)
    self.label = label
  }

  /// Returns this origin with what else is known about the promise.
  func adding(_ state: String) -> PromiseOrigin {
    var result = self
    result.state = state
    return result
  }
}

extension PromiseOrigin? {
  /// The beginning of a description; empty if the origin is unknown.
  var introduction: String { map { "\($0): " } ?? "" }
}
