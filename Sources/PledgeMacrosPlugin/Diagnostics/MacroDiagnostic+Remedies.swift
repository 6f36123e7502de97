#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

// Diagnostics with their remedies.

extension MacroDiagnostic {
  static func several(_ parameters: [FunctionParameterSyntax]) -> MacroDiagnostic {
    MacroDiagnostic(.severalHandlers(parameters.map(\.innerName.name)), at: parameters.first)
  }

  static func hidden(_ parameter: FunctionParameterSyntax) -> MacroDiagnostic {
    let type = parameter.type.bare.wrapped ?? parameter.type.bare
    return MacroDiagnostic(
      .hiddenHandler(name: parameter.innerName.name, type: type.trimmedDescription),
      at: parameter.type
    )
  }

  /// A handler before other parameters; the remedy moves it to the end.
  static func notLast(
    _ handler: FunctionParameterSyntax,
    of parameters: [FunctionParameterSyntax]
  ) -> MacroDiagnostic {
    let name = handler.innerName.name
    guard let list = handler.parent?.as(FunctionParameterListSyntax.self) else {
      return MacroDiagnostic(.handlerNotLast(name: name), at: handler)
    }
    let reordered = parameters.filter { $0.id != handler.id } + [handler]
    // Each position keeps its comma and its line.
    let moved = zip(reordered, parameters).map { parameter, place in
      parameter
        .with(\.leadingTrivia, place.leadingTrivia)
        .with(\.trailingComma, place.trailingComma)
        .with(\.trailingTrivia, place.trailingTrivia)
    }
    return MacroDiagnostic(
      .handlerNotLast(name: name),
      at: handler,
      fixedBy: Remedy(
        "move '\(name)' to the end",
        replacing: list,
        with: FunctionParameterListSyntax(moved)
      )
    )
  }

  static func returning(_ handler: FunctionTypeSyntax, name: String) -> MacroDiagnostic {
    let type = handler.returnClause.type
    return MacroDiagnostic(
      .returningHandler(name: name, type: type.trimmedDescription),
      at: type,
      fixedBy: replacing(type, with: "Void", "let it return 'Void'")
    )
  }

  static func certainError(_ type: TypeSyntax, name: String) -> MacroDiagnostic {
    let text = type.trimmedDescription
    return MacroDiagnostic(
      .certainError(name: name, type: text),
      at: type,
      fixedBy: replacing(type, with: "\(raw: optional(text))", "make it optional")
    )
  }

  static func modifying(_ word: DeclModifierSyntax) -> MacroDiagnostic {
    let name = word.name.text
    return MacroDiagnostic(
      .modifying(name),
      at: word,
      fixedBy: .removal(of: word, "remove '\(name)'")
    )
  }

  /// A parameter with an ownership specifier; the remedy removes it.
  static func ownership(_ parameter: FunctionParameterSyntax, _ word: String) -> MacroDiagnostic {
    let plain = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
    return MacroDiagnostic(
      .ownership(word, parameter: parameter.innerName.name),
      at: parameter.type,
      fixedBy: replacing(parameter.type, with: plain.trimmed, "remove '\(word)'")
    )
  }

  static func variadic(
    _ parameter: FunctionParameterSyntax,
    _ ellipsis: TokenSyntax
  ) -> MacroDiagnostic {
    let type = parameter.type.trimmedDescription
    let array =
      parameter
      .with(\.type, "[\(raw: type)]")
      .with(\.ellipsis, nil)
    return MacroDiagnostic(
      .variadic(parameter: parameter.innerName.name, type: type),
      at: ellipsis,
      fixedBy: Remedy("take an array", replacing: parameter, with: array)
    )
  }

  /// `@Promised` on a protocol; the remedy is the other macro.
  static func onProtocol(_ declaration: ProtocolDeclSyntax, _ attribute: AttributeSyntax)
    -> MacroDiagnostic
  {
    MacroDiagnostic(
      .onProtocol(declaration.name.text),
      fixedBy: replacing(
        attribute.attributeName,
        with: "PromisedRequirements",
        "write '@PromisedRequirements'"
      )
    )
  }

  /// A requirement, which has no body: a peer could only be another requirement.
  static func requirement(of declaration: ProtocolDeclSyntax) -> MacroDiagnostic {
    // The remedy is elsewhere in the file, but a macro cannot edit code outside its declaration.
    MacroDiagnostic(.requirement(protocol: declaration.name.text))
  }

  private static func replacing(
    _ old: TypeSyntax,
    with new: TypeSyntax,
    _ text: String
  ) -> Remedy {
    let new = new.with(\.leadingTrivia, old.leadingTrivia)
      .with(\.trailingTrivia, old.trailingTrivia)
    return Remedy(text, replacing: old, with: new)
  }
}
#endif
