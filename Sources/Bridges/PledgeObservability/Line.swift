#if Logging || Metrics || Tracing
import Pledge

/// Returns `text` on one line of a bounded length, whatever is in it.
///
/// What would end the line, control a terminal, or change the direction of text is escaped as in a Swift
/// literal; a text that is cut says how long it was.
///
/// - Parameters:
///   - text: What to write.
///   - limit: How many of its scalars are kept.
/// - Returns: The line.
/// - Complexity: O(`limit`), and O(*n*) in the length of a text that is cut.
func line(_ text: String, limit: Int = 1_000) -> String {
  let start = text.unicodeScalars.prefix(limit)
  let line = Diagnostics.printable(Substring(start))
  return start.endIndex == text.endIndex ? line : "\(line)… (\(text.utf8.count) bytes)"
}

/// How much is kept of a name, such as that of an operator or a file.
let nameLimit = 200

extension PromiseEvent {
  /// Where the chain was started, on one line.
  var site: String { "\(PledgeObservability.line(fileID, limit: nameLimit)):\(line)" }

  /// The operator on one line, with a word where it is not known.
  var operatorName: String {
    `operator`.isEmpty ? "unknown" : PledgeObservability.line(`operator`, limit: nameLimit)
  }
}

extension PromiseEvent.Outcome {
  /// The name of the case.
  var name: String {
    switch self {
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .discarded: "discarded"
    case .broken: "broken"
    }
  }
}
#endif
