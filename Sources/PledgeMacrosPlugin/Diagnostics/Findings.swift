#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

// Findings together with their remedies.

extension Finding {
  static func several(_ parameters: [FunctionParameterSyntax]) -> Finding {
    Finding(.severalHandlers(parameters.map(\.innerName.text)), at: parameters.first)
  }

  static func hidden(_ parameter: FunctionParameterSyntax) -> Finding {
    let type = parameter.type.bare.wrapped ?? parameter.type.bare
    return Finding(
      .hiddenHandler(name: parameter.innerName.text, type: type.trimmedDescription),
      at: parameter.type
    )
  }

  /// A handler before other parameters: moved behind them.
  static func notLast(
    _ handler: FunctionParameterSyntax,
    of parameters: [FunctionParameterSyntax]
  ) -> Finding {
    let name = handler.innerName.text
    guard let list = handler.parent?.as(FunctionParameterListSyntax.self) else {
      return Finding(.handlerNotLast(name: name), at: handler)
    }
    let reordered = parameters.filter { $0.id != handler.id } + [handler]
    // Each place keeps its comma and its line.
    let moved = zip(reordered, parameters).map { parameter, place in
      parameter
        .with(\.leadingTrivia, place.leadingTrivia)
        .with(\.trailingComma, place.trailingComma)
        .with(\.trailingTrivia, place.trailingTrivia)
    }
    return Finding(
      .handlerNotLast(name: name),
      at: handler,
      mendedBy: Remedy(
        "move '\(name)' to the end",
        replacing: list,
        with: FunctionParameterListSyntax(moved)
      )
    )
  }

  static func returning(_ handler: FunctionTypeSyntax, name: String) -> Finding {
    let type = handler.returnClause.type
    return Finding(
      .returningHandler(name: name, type: type.trimmedDescription),
      at: type,
      mendedBy: replacing(type, with: "Void", "let it return 'Void'")
    )
  }

  static func certainError(_ type: TypeSyntax, name: String) -> Finding {
    let text = type.trimmedDescription
    return Finding(
      .certainError(name: name, type: text),
      at: type,
      mendedBy: replacing(type, with: "\(raw: optional(text))", "make it optional")
    )
  }

  static func modifying(_ word: DeclModifierSyntax) -> Finding {
    let name = word.name.text
    return Finding(
      .modifying(name),
      at: word,
      mendedBy: .removal(of: word, "remove '\(name)'")
    )
  }

  /// A parameter that is not simply a value: made one.
  static func ownership(_ parameter: FunctionParameterSyntax, _ word: String) -> Finding {
    let plain = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
    return Finding(
      .ownership(word, parameter: parameter.innerName.text),
      at: parameter.type,
      mendedBy: replacing(parameter.type, with: plain.trimmed, "remove '\(word)'")
    )
  }

  static func variadic(
    _ parameter: FunctionParameterSyntax,
    _ ellipsis: TokenSyntax
  ) -> Finding {
    let type = parameter.type.trimmedDescription
    let array =
      parameter
      .with(\.type, "[\(raw: type)]")
      .with(\.ellipsis, nil)
    return Finding(
      .variadic(parameter: parameter.innerName.text, type: type),
      at: ellipsis,
      mendedBy: Remedy("take an array", replacing: parameter, with: array)
    )
  }

  /// The wrong one of the two macros.
  static func onProtocol(_ declaration: ProtocolDeclSyntax, _ attribute: AttributeSyntax) -> Finding
  {
    Finding(
      .onProtocol(declaration.name.text),
      mendedBy: replacing(
        attribute.attributeName,
        with: "PromisedRequirements",
        "write '@PromisedRequirements'"
      )
    )
  }

  /// A function without a body, to which only another requirement could be added.
  static func requirement(of declaration: ProtocolDeclSyntax) -> Finding {
    // The remedy is elsewhere in the file, and what surrounds a macro cannot be edited from it.
    Finding(.requirement(protocol: declaration.name.text))
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
