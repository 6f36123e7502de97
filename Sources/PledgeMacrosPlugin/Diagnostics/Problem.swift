#if Macros
/// Why a macro cannot wrap something.
enum Problem: Equatable {
  case noFunction
  case noProtocol
  case onProtocol(String)
  case noHandler
  case hiddenHandler(name: String, type: String)
  case handlerNotLast(name: String)
  case severalHandlers([String])
  case returningHandler(name: String, type: String)
  case certainError(name: String, type: String)
  /// With what is odd about it, as in: which takes a function.
  case unclearHandler(name: String, which: String)
  /// A `Result` without what it is generic over, which may be anything.
  case hiddenResult(name: String, type: String)
  case asynchronous
  case modifying(String)
  case modifier(String)
  case ownership(String, parameter: String)
  case variadic(parameter: String, type: String)
  case returnsNoWork(String)
  /// A generic parameter that the peer has no use for.
  case unnamedGeneric(String)
  case namedByOperator(String)
  case overriding
  case conditionalAttributes
  case local
  case requirement(protocol: String)
  case nothingToWrap(protocol: String)
  case clash(String)

  /// The name of the case, by which compilers tell messages apart.
  var id: String { "\(self)".prefix { $0 != "(" }.description }
}

/// Returns the optional of a type that is written like that.
func optional(_ type: String) -> String {
  type.contains(" ") ? "(\(type))?" : "\(type)?"
}
#endif
