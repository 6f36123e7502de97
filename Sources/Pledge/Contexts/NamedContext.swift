/// A context that has a name in diagnostics, instead of that of its type.
package protocol NamedContext: ExecutionContext {
  /// The name.
  var name: String { get }
}
