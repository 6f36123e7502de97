internal import PledgeSupport

/// An error that indicates that an ordering fails.
///
/// Its description begins with the failure, and with the one interruption without which the
/// ordering passes. The steps of the ordering, and the ways to replay it, follow.
public struct ExplorationError: Error, CustomStringConvertible {
  /// The problems found in the ordering.
  public let problems: [String]
  /// The steps of the ordering, from the first to the last: the actor, the task, and the function
  /// in which it goes on; the context and the stage or the label of a job; the promise of an
  /// answer; the time of a timer.
  public let steps: [String]
  /// The choices that lead to the ordering, for ``explore(replaying:_:)``.
  public let replay: String
  /// The number of orderings tried before the first one that failed, and that one.
  public let tried: Int
  /// The interruption without which the ordering passes, such as `Warehouse.take` of `upload`
  /// (Shop.swift:22) between Shop.swift:10 and :11 of `refresh`; `nil` if no single one is found.
  public internal(set) var cause: String?
  /// For each task that has not ended, the thing it waits for.
  var waits: [String] = []
  /// The code that the cause concerns, and the place of the failure, if it names none.
  var code: String?
  var place: String?
  /// The call of the exploration, such as `AppTests/ShopTests.swift:12`.
  var call: String?
  /// The seed of the strategy that found the ordering; `nil` if it has none, and for a replay.
  public internal(set) var seed: UInt64?
  var finding = Finding.failure

  /// The failure, its cause, the steps, and the ways to replay them.
  ///
  /// Of a long ordering, only the first and the last steps are listed, and repeated ones once.
  /// Unprintable characters are escaped, except for line breaks.
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

  /// The beginning of the problem that the closure of an exploration waits forever.
  static let unfinished = "the body does not end"

  private var lines: [String] {
    guard let title else { return problems }
    let isUnfinished = problems.first?.hasPrefix(Self.unfinished) == true && !waits.isEmpty
    let problem = isUnfinished ? [Self.unfinished] : problems.prefix(1)
    let first = problem.map { $0 + (place.map { " (\($0))" } ?? "") }
    let reason = cause.map { ["passes unless \($0)"] } ?? []
    let others = problems.dropFirst().map { "also: \($0)" }
    let code = code.map { ["code: \($0)"] } ?? []
    return first + reason + code + waits + others + [title] + listedSteps + replays
  }

  /// The line above the steps; `nil` if there is no ordering.
  private var title: String? {
    let seed = seed.map { " (seed \($0))" } ?? ""
    let found = "found in ordering \(tried)\(seed), with \(steps.count) steps"
    return switch finding {
    case .failure: "\(found):"
    case .unshortened: "\(found), and stopped looking for a shorter one at the limit:"
    case .mismatch: "the replay does not fit, and led to this ordering, with \(steps.count) steps:"
    case .malformed: nil
    }
  }

  private var replays: [String] {
    let code = "to replay it: explore(replaying: \"\(replay)\")"
    guard let call else { return [code] }
    return [code, "or without a change: PLEDGE_REPLAY=\"\(call) \(replay)\" swift test"]
  }

  /// The numbered steps, without those in the middle of a long ordering.
  private var listedSteps: [String] {
    let lines = Repetition.lines(of: steps)
    let shown = 12
    guard lines.count > 4 * shown else { return lines }
    let omitted = lines.count - 2 * shown
    return lines.prefix(shown) + ["  … \(omitted) more steps"] + lines.suffix(shown)
  }
}

/// Steps that come again and again.
struct Repetition {
  /// The index of the first step, and the number of repeated steps.
  let start: Int
  let period: Int
  let count: Int

  /// Finds the repetition that begins at an index, if it has at least three rounds.
  init?(of steps: ArraySlice<String>, at start: Int) {
    for period in 1...8 where start + 3 * period <= steps.endIndex {
      let rest = steps[(start + period)...]
      let same = zip(steps[start...], rest).prefix { $0 == $1 }.count
      if same >= 2 * period {
        (self.start, self.period, count) = (start, period, same / period + 1)
        return
      }
    }
    return nil
  }

  /// Returns numbered lines, in which repeated steps are listed once.
  static func lines(of steps: [String]) -> [String] {
    var lines: [String] = []
    var index = 0
    while index < steps.count {
      let repetition = Repetition(of: steps[...], at: index)
      let period = repetition?.period ?? 1
      lines += (index..<index + period).map { "  \($0 + 1). \(steps[$0])" }
      if let repetition {
        lines.append("  … these \(period) steps, \(repetition.count) times")
        index += period * repetition.count
      } else {
        index += 1
      }
    }
    return lines
  }
}
