#if Macros
import SwiftSyntax

/// Reads the parts of a function that its overload needs.
struct SignatureReader {
  let function: FunctionDeclSyntax
  let scope: Scope
  /// The declarations that contain the function, innermost first.
  let context: [Syntax]

  func read() throws(MacroDiagnostic) -> Signature {
    try checkScope()
    try checkEffects()
    let all = Array(function.signature.parameterClause.parameters)
    let (handler, type) = try HandlerFinder(parameters: all).find()
    try checkModifiers()
    if handler.type.hasAttribute("autoclosure") {
      let name = handler.innerName.name
      throw MacroDiagnostic(.unclearHandler(name: name, which: "is an autoclosure"), at: handler)
    }
    let outcome = try OutcomeReader(
      handler: type,
      name: handler.innerName.name,
      generics: GenericNames(of: function, in: context)
    ).read()
    let parameters = try ParameterReader(function: function).read(all.dropLast())
    try checkGenerics(named: parameters.map(\.type) + [outcome.promised])
    return Signature(
      name: function.name.text,
      fullName: fullName(all),
      attributes: attributes(hasDefaultHandler: handler.defaultValue != nil),
      modifiers: modifiers,
      generics: function.genericParameterClause?.trimmedDescription ?? "",
      constraints: function.genericWhereClause?.trimmedDescription ?? "",
      parameters: parameters,
      handlerLabel: handler.firstName.text == "_" ? nil : Name.label(handler.firstName.name),
      outcome: outcome,
      receiver: scope.receiver,
      mayThrow: mayThrow,
      isUnsafe: parameters.contains { Name.isOfPointer($0.type) },
      work: try readWork(),
      place: ParameterReader.place(among: parameters)
    )
  }

  private func fullName(_ parameters: [FunctionParameterSyntax]) -> String {
    "\(Name.label(function.name.name))(\(parameters.map { "\(Name.label($0.firstName.name)):" }.joined()))"
  }

  // MARK: Unsupported functions

  private func checkScope() throws(MacroDiagnostic) {
    switch scope {
    case .requirement(let declaration): throw .requirement(of: declaration)
    case .local: throw MacroDiagnostic(.local)
    case .file, .type, .protocolExtension: break
    }
  }

  private func checkModifiers() throws(MacroDiagnostic) {
    if function.isOperator {
      throw MacroDiagnostic(.namedByOperator(function.name.text), at: function.name)
    }
    if let word = function.modifiers.first(named: "override") {
      throw MacroDiagnostic(.overriding, at: word)
    }
    if let word = function.modifiers.first(named: "optional", "distributed") {
      throw MacroDiagnostic(.modifier(word.name.text), at: word)
    }
    if let word = function.modifiers.first(named: "mutating", "consuming", "borrowing") {
      throw .modifying(word)
    }
    if let condition = function.attributes.first(where: { $0.is(IfConfigDeclSyntax.self) }) {
      throw MacroDiagnostic(.conditionalAttributes, at: condition)
    }
  }

  private func checkEffects() throws(MacroDiagnostic) {
    let effects = function.signature.effectSpecifiers
    if let word = effects?.asyncSpecifier { throw MacroDiagnostic(.asynchronous, at: word) }
  }

  /// Checks that the types in the overload name all generic parameters.
  private func checkGenerics(named types: [String]) throws(MacroDiagnostic) {
    let words = types.flatMap(Name.words)
    let generics = (function.genericParameterClause?.parameters ?? []).map(\.name)
    if let name = generics.first(where: { !words.contains($0.name[...]) }) {
      throw MacroDiagnostic(.unnamedGeneric(name.name), at: name)
    }
  }

  // MARK: Attributes and modifiers

  /// Returns the attributes that restrict where and on which actor the function may be called.
  ///
  /// Excludes `noasync`, since promises may be awaited. If the handler has a default value, a call
  /// without it still calls the function itself.
  private func attributes(hasDefaultHandler: Bool) -> [String] {
    let kept = function.attributes.compactMap { element -> String? in
      guard let attribute = element.as(AttributeSyntax.self) else { return nil }
      let name = attribute.attributeName.trimmedDescription
      let isKept = ["available", "Sendable", "_spi"].contains(name) || name.hasSuffix("Actor")
      let text = attribute.trimmedDescription
      return isKept && !text.contains(#/\bnoasync\b/#) ? text : nil
    }
    return kept + (hasDefaultHandler ? ["@_disfavoredOverload"] : [])
  }

  private var mayThrow: Bool {
    guard let clause = function.signature.effectSpecifiers?.throwsClause else { return false }
    return clause.type?.bare.nominal?.name != "Never"
  }

  private var modifiers: [String] {
    let access = ["private", "fileprivate", "internal", "package", "public", "open"]
    let kept = access + ["static", "class", "final", "nonisolated"]
    let own = function.modifiers.filter { kept.contains($0.name.text) }
    let words = own.map { $0.name.text == "open" ? "public" : $0.trimmedDescription }
    guard case .protocolExtension(_, let access?) = scope else { return words }
    return [access] + words
  }

  // MARK: Return type

  private func readWork() throws(MacroDiagnostic) -> Signature.Work? {
    guard let type = function.signature.returnClause?.type, !type.isVoid else { return nil }
    let object = type.wrapped ?? type
    guard object.mayHaveCancel else {
      throw MacroDiagnostic(.returnsNoWork(type.trimmedDescription), at: type)
    }
    let isOnMainActor =
      function.attributes.names.contains("MainActor")
      || scope.isOnMainActor && function.modifiers.first(named: "nonisolated") == nil
    return Signature.Work(isOptional: type.wrapped != nil, isOnMainActor: isOnMainActor)
  }
}

extension FunctionDeclSyntax {
  fileprivate var isOperator: Bool {
    switch name.tokenKind {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}

extension TypeSyntax {
  /// Whether values of this type may have a method `cancel()`; those of well-known types do not.
  fileprivate var mayHaveCancel: Bool {
    let bare = self.bare
    return bare.is(SomeOrAnyTypeSyntax.self) || bare.nominal != nil && !isWellKnown
  }
}
#endif
