internal import PledgeCore

/// Makes what somebody has written fit a line.
enum Words {
  /// How many characters of a text a line shows at most.
  static let longest = 200

  /// The text on one line: what cannot be printed is shown as an escape, and what is long is cut.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - length: How many characters are shown at most.
  /// - Returns: The line.
  static func onOneLine(_ text: String, upTo length: Int = longest) -> String {
    let (start, mark) = cut(text, to: length)
    return start.escaped() + mark
  }

  /// The same, with line breaks.
  static func onLines(_ text: String, upTo length: Int) -> String {
    let (start, mark) = cut(text, to: length)
    return start.escaped(keeping: "\n") + mark
  }

  /// Returns the whole text, with its line breaks and tabs, for documents that other programs show.
  static func whole(_ text: String) -> String {
    text.escaped(keeping: "\n", "\t")
  }

  /// A number and what is counted.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }

  private static func cut(_ text: String, to length: Int) -> (start: Substring, mark: String) {
    let start = text.prefix(length)
    return (start, start.endIndex == text.endIndex ? "" : "…")
  }
}
