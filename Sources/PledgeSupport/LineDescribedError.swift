/// An error with a separate description for reports, logs, and lists of errors.
///
/// Its other description has several lines, or more details than these have room for.
package protocol LineDescribedError: Error {
  /// The description on one line.
  var lineDescription: String { get }
}

extension Error {
  /// The description, on one line if the error has one; other errors may contain line breaks.
  package var compactDescription: String {
    (self as? any LineDescribedError)?.lineDescription ?? "\(self)"
  }

  /// The description on one line of at most a thousand scalars, as printable text.
  package var shortDescription: String { compactDescription.line(limit: .error) }
}
