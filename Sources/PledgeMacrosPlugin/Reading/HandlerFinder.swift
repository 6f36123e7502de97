#if Macros
import SwiftSyntax

/// Finds the completion handler among the parameters of a function.
///
/// The handler is the last parameter. Functions before it are forwarded, unless their names
/// identify them as completion handlers, too.
struct HandlerFinder {
  let parameters: [FunctionParameterSyntax]

  func find() throws(MacroDiagnostic) -> (
    parameter: FunctionParameterSyntax, type: FunctionTypeSyntax
  ) {
    let named = parameters.filter { $0.type.function != nil && $0.isNamedAsHandler }
    guard let last = parameters.last, let type = last.type.function else { throw missing(named) }
    let others = named.filter { $0.id != last.id }
    if let other = others.first {
      throw last.isNamedAsHandler || others.count > 1
        ? .several(named.contains { $0.id == last.id } ? named : named + [last])
        : .notLast(other, of: parameters)
    }
    return (last, type)
  }

  /// Returns the diagnostic if the last parameter is not a function.
  private func missing(_ named: [FunctionParameterSyntax]) -> MacroDiagnostic {
    if named.count > 1 { return .several(named) }
    if let earlier = named.first { return .notLast(earlier, of: parameters) }
    if let last = parameters.last, last.mayBeHiddenHandler { return .hidden(last) }
    let functions = parameters.filter { $0.type.function?.returnClause.type.isVoid ?? false }
    if functions.count == 1 { return .notLast(functions[0], of: parameters) }
    return MacroDiagnostic(.noHandler)
  }
}

extension FunctionParameterSyntax {
  /// The name inside the function.
  var innerName: TokenSyntax { secondName ?? firstName }

  /// Whether its name alone identifies it as a completion handler.
  var isNamedAsHandler: Bool {
    [firstName.name, innerName.name].contains { Name.ofHandlers.contains($0.lowercased()) }
  }

  /// Whether its type may be a type alias of a function; a value may also be named `error`.
  var mayBeHiddenHandler: Bool {
    if type.hasAttribute("escaping") { return true }
    let type = self.type.wrapped ?? self.type
    return isNamedAsHandler && type.bare.nominal != nil && !type.isWellKnown && !type.isError
  }
}
#endif
