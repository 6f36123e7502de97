/// Selects the form of a Foundation method that returns a promise.
///
///     let git = Process().launch(.promise)
///     let input = FileHandle.standardInput.readToEnd(.promise)
///
/// It distinguishes these methods from Foundation's blocking methods with the same names.
public enum PromiseForm: Sendable {
  /// The form that returns a promise.
  case promise
}
