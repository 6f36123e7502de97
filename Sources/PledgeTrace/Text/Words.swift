/// Makes what somebody has written fit a line.
enum Words {
  /// How many characters of a text a line shows at most.
  static let longest = 200

  /// The text on one line: what would break it is shown as an escape, and what is long is cut.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - length: How many characters are shown at most.
  ///   - kept: A character that is shown as it is.
  /// - Returns: The line.
  static func onOneLine(
    _ text: String,
    upTo length: Int = longest,
    keeping kept: Character? = nil
  ) -> String {
    var line = ""
    var count = 0
    for character in text {
      if count == length { return line + "…" }
      count += 1
      if character == kept || character.unicodeScalars.allSatisfy(isPlain) {
        line.append(character)
      } else {
        for scalar in character.unicodeScalars { line += escaped(scalar) }
      }
    }
    return line
  }

  /// A number and what is counted.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    isPlain(scalar) ? String(scalar) : scalar.escaped(asASCII: true)
  }
}
