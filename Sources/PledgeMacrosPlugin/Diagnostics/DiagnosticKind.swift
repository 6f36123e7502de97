#if Macros
/// The reason why a macro cannot wrap a declaration.
enum DiagnosticKind: Equatable {
  case noFunction
  case noProtocol
  case onProtocol(String)
  case noHandler
  case hiddenHandler(name: String, type: String)
  case handlerNotLast(name: String)
  case severalHandlers([String])
  case returningHandler(name: String, type: String)
  case certainError(name: String, type: String)
  /// `which` completes the sentence with the problem, such as "takes a function".
  case unclearHandler(name: String, which: String)
  /// A `Result` without generic arguments: it may be any type.
  case hiddenResult(name: String, type: String)
  case asynchronous
  case modifying(String)
  case modifier(String)
  case ownership(String, parameter: String)
  case variadic(parameter: String, type: String)
  case returnsNoWork(String)
  /// A generic parameter that does not occur in the overload.
  case unnamedGeneric(String)
  case namedByOperator(String)
  case overriding
  case conditionalAttributes
  case local
  case requirement(protocol: String)
  case nothingToWrap(protocol: String)
  case clash(String)

  /// The name of the case; it identifies the message.
  var id: String { "\(self)".prefix { $0 != "(" }.description }
}

/// Returns the optional form of a type's source text.
func optional(_ type: String) -> String {
  type.contains(" ") ? "(\(type))?" : "\(type)?"
}
#endif
