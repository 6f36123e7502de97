/// Text that can be printed in a terminal, a log, or a document, whatever it was made from.
///
/// Descriptions of errors and names of files and contexts are text of the program, or of its input.
extension StringProtocol {
  /// Returns the text with scalars that are not printable escaped as in a Swift literal.
  ///
  /// It is a single line, unless line breaks are kept.
  ///
  /// - Parameter kept: Scalars that are left as they are.
  /// - Returns: The text that can be printed.
  package func escaped(keeping kept: Unicode.Scalar...) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isPrintable || kept.contains(scalar) {
        escaped.append(scalar)
      } else {
        escaped.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
      }
    }
    return String(escaped)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar does not end a line, control a terminal, or change the direction of text.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}
