internal import PledgeSupport

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
  /// The seed of the strategy that found the ordering; `nil` if it has none, and for a replay.
  public internal(set) var seed: UInt64?
  var finding = Finding.failure

  /// The steps, the problems, and the call that replays the ordering.
  ///
  /// Of a long ordering, only the first and the last steps are listed. Unprintable characters are
  /// escaped, except for line breaks.
  public var description: String {
    lines.joined(separator: "\n").escaped(keeping: "\n")
  }
}

extension ExplorationError {
  /// What the error is about.
  enum Finding {
    /// An ordering fails.
    case failure
    /// Same, and the search for a shorter one was stopped.
    case unshortened
    /// A replay is of another body.
    case mismatch
    /// A replay is no text of one.
    case malformed
  }

  private var lines: [String] {
    guard let title else { return problems }
    let problems = problems.map { "  - \($0)" }
    let replay = "to replay it: explore(replaying: \"\(replay)\")"
    return [title] + listedSteps + ["problems:"] + problems + [replay]
  }

  /// The line above the steps; `nil` if there is no ordering.
  private var title: String? {
    let found = "an ordering fails, found in ordering \(tried), with \(steps.count) steps"
    return switch finding {
    case .failure: "\(found):"
    case .unshortened: "\(found), and stopped looking for a shorter one at the limit:"
    case .mismatch: "the replay does not fit, and led to this ordering, with \(steps.count) steps:"
    case .malformed: nil
    }
  }

  /// The numbered steps, without those in the middle of a long ordering.
  private var listedSteps: [String] {
    let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    let shown = 12
    guard lines.count > 4 * shown else { return lines }
    let omitted = lines.count - 2 * shown
    return lines.prefix(shown) + ["  … \(omitted) more steps"] + lines.suffix(shown)
  }
}
