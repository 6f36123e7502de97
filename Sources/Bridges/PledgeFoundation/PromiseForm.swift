/// Asks for the form of a Foundation call that returns a promise.
///
///     let git = Process().launch(.promise)
///     let input = FileHandle.standardInput.readToEnd(.promise)
///
/// It is for calls whose names Foundation has, too: without it, they are Foundation's, which block.
public enum PromiseForm: Sendable {
  /// The form that returns a promise.
  case promise
}
