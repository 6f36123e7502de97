#if Logging || Metrics || Tracing
import Pledge

/// Returns `text` on one line of a bounded length, whatever is in it.
///
/// What would break the line, steer a terminal or turn the direction of writing is escaped as in a
/// Swift literal; a text that is cut says how long it was.
///
/// - Parameters:
///   - text: What to write.
///   - limit: How many of its scalars are kept.
/// - Returns: The line.
/// - Complexity: O(`limit`), and O(*n*) in the length of a text that is cut.
func line(_ text: String, limit: Int = 1_000) -> String {
  var line = ""
  var scalars = text.unicodeScalars.makeIterator()
  for _ in 0..<limit {
    guard let scalar = scalars.next() else { return line }
    if scalar.breaksLine {
      line += scalar.escaped(asASCII: true)
    } else {
      line.unicodeScalars.append(scalar)
    }
  }
  return scalars.next() == nil ? line : "\(line)… (\(text.utf8.count) bytes)"
}

/// How much is kept of a name, such as that of an operator or a file.
let nameLimit = 200

extension Unicode.Scalar {
  fileprivate var breaksLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}

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
    case .abandoned: "abandoned"
    }
  }
}
#endif
