/// An error whose description has several lines.
package protocol MultilineError: Error {
  /// The description on one line, for reports, logs, and lists of errors.
  var lineDescription: String { get }
}

extension Error {
  /// The description, on one line if the error has one; other errors may contain line breaks.
  package var compactDescription: String {
    (self as? any MultilineError)?.lineDescription ?? "\(self)"
  }
}
