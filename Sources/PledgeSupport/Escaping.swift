/// Escaping of arbitrary text for terminals, logs, and documents.
///
/// Descriptions of errors and names of files and contexts come from the program or from its input.
extension StringProtocol {
  /// Returns the text with scalars that are not printable escaped as in a Swift literal.
  ///
  /// The result is a single line, unless line breaks are kept.
  ///
  /// - Parameter kept: Scalars that are not escaped.
  /// - Returns: Printable text.
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
  /// Whether the scalar neither ends a line, controls a terminal, nor changes the text direction.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}
