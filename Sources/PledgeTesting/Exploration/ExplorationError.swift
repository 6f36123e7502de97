/// An error that indicates that an ordering fails.
///
/// Its description lists the steps of a short one, the problems found in it, and the call that
/// replays it.
public struct ExplorationError: Error, CustomStringConvertible {
  /// The problems found in the ordering.
  public let problems: [String]
  /// The steps of the ordering, from the first to the last: the context and the stage or the label
  /// of a job, the promise of an answer, the time of a timer.
  public let steps: [String]
  /// The choices that lead to the ordering, for ``explore(replaying:_:)``.
  public let replay: String
  /// The number of orderings tried before the first one that failed, and that one.
  public let tried: Int

  /// The steps, the problems, and the call that replays the ordering.
  public var description: String {
    let steps = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    let problems = problems.map { "  - \($0)" }
    let title = "an ordering fails, found in ordering \(tried), with \(steps.count) steps:"
    let replay = "to replay it: explore(replaying: \"\(replay)\")"
    return ([title] + steps + ["problems:"] + problems + [replay]).joined(separator: "\n")
  }
}
