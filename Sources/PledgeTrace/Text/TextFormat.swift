internal import PledgeSupport

/// Formats user-supplied text for display.
enum TextFormat {
  /// The default maximum number of scalars that a line shows of a text.
  static let longest = 200

  /// Returns the text on one line, truncated, with nonprintable characters escaped.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - length: The maximum number of scalars to show.
  /// - Returns: The line.
  static func onOneLine(_ text: String, upTo length: Int = longest) -> String {
    let (start, mark) = cut(text, to: length)
    return start.escaped() + mark
  }

  /// Returns the text truncated, with nonprintable characters escaped but line breaks kept.
  static func onLines(_ text: String, upTo length: Int) -> String {
    let (start, mark) = cut(text, to: length)
    return start.escaped(keeping: "\n") + mark
  }

  /// Returns the whole text with nonprintable characters escaped, except for line breaks and tabs,
  /// for documents that other programs show.
  static func whole(_ text: String) -> String {
    text.escaped(keeping: "\n", "\t")
  }

  /// Returns a number with its unit in the singular or plural.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }

  private static func cut(_ text: String, to length: Int) -> (start: Substring, mark: String) {
    let start = Substring(text.unicodeScalars.prefix(length))
    return (start, start.endIndex == text.endIndex ? "" : "…")
  }
}
