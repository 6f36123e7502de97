#if Logging || Metrics || Tracing
import Pledge

/// Returns `text` on one line of bounded length.
///
/// Characters that would end the line, control a terminal, or change the direction of text are
/// escaped as in a Swift literal. A truncated text states its full length.
///
/// - Parameters:
///   - text: The text.
///   - limit: The maximum number of scalars to keep.
/// - Returns: The line.
/// - Complexity: O(`limit`), and O(*n*) in the length of the text if it is truncated.
func line(_ text: String, limit: Int = 1_000) -> String {
  let start = text.unicodeScalars.prefix(limit)
  let line = Diagnostics.printable(Substring(start))
  return start.endIndex == text.endIndex ? line : "\(line)… (\(text.utf8.count) bytes)"
}

/// The maximum length of a name, such as that of an operator or a file.
let nameLimit = 200

extension PromiseEvent {
  /// The source location where the chain was started, on one line.
  var site: String { "\(PledgeObservability.line(fileID, limit: nameLimit)):\(line)" }

  /// The operator on one line, or `unknown`.
  var operatorName: String {
    `operator`.isEmpty ? "unknown" : PledgeObservability.line(`operator`, limit: nameLimit)
  }
}

extension PromiseEvent.Outcome {
  /// The name of the case, or `overdrawn` for a rejection because a retry budget was overdrawn.
  var name: String {
    switch self {
    case .fulfilled: "fulfilled"
    case .rejected: overdrawnBudget == nil ? "rejected" : "overdrawn"
    case .discarded: "discarded"
    case .broken: "broken"
    }
  }
}
#endif
