/// Escaping of arbitrary text for terminals, logs, and documents.
///
/// Descriptions of errors, labels, and names of files and contexts come from the program or from
/// its input.
extension StringProtocol {
  /// Returns the text with scalars that are not printable escaped as in a Swift literal.
  ///
  /// The result is a single line, unless line breaks are kept.
  ///
  /// - Parameter kept: Scalars that are not escaped.
  /// - Returns: Printable text.
  /// - Complexity: O(*n*) in the length of the text.
  package func escaped(keeping kept: Unicode.Scalar...) -> String {
    replacingScalars { scalar in
      scalar.isPrintable || kept.contains(scalar) ? nil : scalar.escaped(asASCII: true)
    }
  }

  /// Returns the text with some scalars replaced.
  ///
  /// - Parameter replacement: Returns the text that replaces a scalar, or `nil` to keep it.
  /// - Returns: The new text.
  /// - Complexity: O(*n*) in the length of the text.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    // Not `append(contentsOf:)` of the scalars: it reserves exactly what it needs, and so copies
    // the text each time.
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  /// Returns the text on one line of bounded length, with scalars that are not printable escaped.
  ///
  /// A truncated text states its full length.
  ///
  /// - Parameter limit: The maximum number of scalars to keep.
  /// - Returns: The line.
  /// - Complexity: O(`limit`), and O(*n*) in the length of a text that is truncated and is not a
  ///   native string.
  package func line(limit: LineLimit) -> String {
    let start = unicodeScalars.prefix(limit.scalars)
    let line = Substring(start).escaped()
    return start.endIndex == endIndex ? line : "\(line)… (\(utf8.count) bytes)"
  }
}

/// The number of scalars that reports, explanations, and logs keep of a text.
package struct LineLimit: Sendable {
  package let scalars: Int

  package init(scalars: Int) {
    self.scalars = scalars
  }

  /// The limit for the description of an error.
  package static let error = LineLimit(scalars: 1_000)
  /// The limit for a name, such as a label or that of a file.
  package static let name = LineLimit(scalars: 200)
}

extension String? {
  /// The label in brackets, after a space, on one line; empty if there is none.
  package var inBrackets: String { map { " [\($0.line(limit: .name))]" } ?? "" }
}

extension Unicode.Scalar {
  /// Whether the scalar neither ends a line, controls a terminal, nor changes the text direction.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}
