#if Macros
import SwiftSyntax

/// Reads the arguments of a handler from its type.
struct OutcomeReader {
  let handler: FunctionTypeSyntax
  /// The name of the handler inside the function, for messages.
  let name: String
  let generics: GenericNames

  func read() throws(MacroDiagnostic) -> Outcome {
    guard handler.returnClause.type.isVoid else { throw .returning(handler, name: name) }
    if let success = try readResult() { return .result(success) }
    let hasError = handler.parameters.contains { isOptionalError($0.type) }
    var parts: [Outcome.Part] = []
    for parameter in handler.parameters {
      let part = try read(parameter, besideError: hasError)
      if part == .error, parts.contains(.error) { throw unclear(parameter, "takes a second error") }
      parts.append(part)
    }
    return .parts(parts)
  }

  /// Returns the success type of the `Result` if that is the only parameter of the handler.
  private func readResult() throws(MacroDiagnostic) -> String? {
    for parameter in handler.parameters {
      let wrapped = parameter.type.wrapped
      let type = wrapped ?? parameter.type
      guard let nominal = type.bare.nominal, nominal.name == "Result", !generics.contains(type)
      else { continue }
      guard let success = nominal.arguments.first else {
        throw MacroDiagnostic(
          .hiddenResult(name: name, type: type.trimmedDescription),
          at: parameter
        )
      }
      guard wrapped == nil else { throw unclear(parameter, "takes an optional 'Result'") }
      guard handler.parameters.count == 1 else {
        throw unclear(parameter, "takes a 'Result' beside other values")
      }
      return success.trimmedDescription
    }
    return nil
  }

  private func read(
    _ parameter: TupleTypeElementSyntax,
    besideError hasError: Bool
  ) throws(MacroDiagnostic) -> Outcome.Part {
    let type = parameter.type
    if parameter.ellipsis != nil { throw unclear(parameter, "takes a variadic parameter") }
    if type.is(PackExpansionTypeSyntax.self) { throw unclear(parameter, "takes a parameter pack") }
    if type.specifiers.contains("inout") { throw unclear(parameter, "takes an 'inout' parameter") }
    if type.function != nil { throw unclear(parameter, "takes a function") }
    if isOptionalError(type) { return .error }
    if isError(type) { throw .certainError(parameter.type, name: name) }
    let unwrapped = hasError ? type.wrapped : nil
    return .value(
      Outcome.Value(
        type: (unwrapped ?? type).valueText,
        isUnwrapped: unwrapped != nil,
        name: parameter.label
      )
    )
  }

  private func isOptionalError(_ type: TypeSyntax) -> Bool {
    type.wrapped.map(isError) ?? false
  }

  private func isError(_ type: TypeSyntax) -> Bool {
    type.isError || generics.isError(type)
  }

  private func unclear(_ node: TupleTypeElementSyntax, _ what: String) -> MacroDiagnostic {
    MacroDiagnostic(.unclearHandler(name: name, which: what), at: node)
  }
}

extension TupleTypeElementSyntax {
  /// The parameter name in the function type, without backticks, as in `(_ user: User) -> Void`.
  fileprivate var label: String? {
    guard let name = secondName ?? firstName, name.text != "_" else { return nil }
    return name.name
  }
}
#endif
