#if Macros
import SwiftSyntax

/// Reads from the type of a handler what it is called with.
struct OutcomeReader {
  let handler: FunctionTypeSyntax
  /// What the function calls it, for messages.
  let name: String
  let generics: GenericNames

  func read() throws(Finding) -> Outcome {
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

  /// The success of the `Result` that the handler is called with, if that is all.
  private func readResult() throws(Finding) -> String? {
    for parameter in handler.parameters {
      let wrapped = parameter.type.wrapped
      let type = wrapped ?? parameter.type
      guard let nominal = type.bare.nominal, nominal.name == "Result", !generics.contains(type)
      else { continue }
      guard let success = nominal.arguments.first else {
        throw Finding(.hiddenResult(name: name, type: type.trimmedDescription), at: parameter)
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
  ) throws(Finding) -> Outcome.Part {
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

  private func unclear(_ node: TupleTypeElementSyntax, _ what: String) -> Finding {
    Finding(.unclearHandler(name: name, which: what), at: node)
  }
}

extension TupleTypeElementSyntax {
  /// The name that the type of a function gives its parameter, as in `(_ user: User) -> Void`.
  fileprivate var label: String? {
    guard let name = secondName ?? firstName, name.text != "_" else { return nil }
    return name.text
  }
}
#endif
