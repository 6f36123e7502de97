#if Macros
import SwiftSyntax

/// Reads a function, as far as its peer is concerned.
struct SignatureReader {
  let function: FunctionDeclSyntax
  let scope: Scope
  /// What it is declared in, from the inside out.
  let context: [Syntax]

  func read() throws(Finding) -> Signature {
    try checkScope()
    try checkEffects()
    let all = Array(function.signature.parameterClause.parameters)
    let (handler, type) = try HandlerFinder(parameters: all).find()
    try checkWords()
    if handler.type.hasAttribute("autoclosure") {
      let name = handler.innerName.text
      throw Finding(.unclearHandler(name: name, which: "is an autoclosure"), at: handler)
    }
    let outcome = try OutcomeReader(
      handler: type,
      name: handler.innerName.text,
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
      handlerLabel: handler.firstName.text == "_" ? nil : handler.firstName.text,
      outcome: outcome,
      receiver: scope.receiver,
      mayThrow: mayThrow,
      isUnsafe: parameters.contains { Name.isOfPointer($0.type) },
      work: try readWork(),
      place: ParameterReader.place(among: parameters)
    )
  }

  private func fullName(_ parameters: [FunctionParameterSyntax]) -> String {
    "\(function.name.text)(\(parameters.map { "\($0.firstName.text):" }.joined()))"
  }

  // MARK: What cannot be wrapped

  private func checkScope() throws(Finding) {
    switch scope {
    case .requirement(let declaration): throw .requirement(of: declaration)
    case .local: throw Finding(.local)
    case .file, .type, .protocolExtension: break
    }
  }

  private func checkWords() throws(Finding) {
    if function.isOperator {
      throw Finding(.namedByOperator(function.name.text), at: function.name)
    }
    if let word = function.modifiers.first(named: "override") {
      throw Finding(.overriding, at: word)
    }
    if let word = function.modifiers.first(named: "optional", "distributed") {
      throw Finding(.modifier(word.name.text), at: word)
    }
    if let word = function.modifiers.first(named: "mutating", "consuming", "borrowing") {
      throw .modifying(word)
    }
    if let condition = function.attributes.first(where: { $0.is(IfConfigDeclSyntax.self) }) {
      throw Finding(.conditionalAttributes, at: condition)
    }
  }

  private func checkEffects() throws(Finding) {
    let effects = function.signature.effectSpecifiers
    if let word = effects?.asyncSpecifier { throw Finding(.asynchronous, at: word) }
  }

  /// The peer has to name all that it is generic over.
  private func checkGenerics(named types: [String]) throws(Finding) {
    let words = types.flatMap(Name.words)
    let generics = (function.genericParameterClause?.parameters ?? []).map(\.name)
    if let name = generics.first(where: { !words.contains($0.text[...]) }) {
      throw Finding(.unnamedGeneric(name.text), at: name)
    }
  }

  // MARK: What the peer has in common with it

  /// The attributes that say where and on which actor the function may be called.
  ///
  /// `noasync` does not: the promise is for those who wait. A call without the handler, where that
  /// has a default, goes on meaning the function itself.
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

  // MARK: What it returns

  private func readWork() throws(Finding) -> Signature.Work? {
    guard let type = function.signature.returnClause?.type, !type.isVoid else { return nil }
    let object = type.wrapped ?? type
    guard object.mayHaveCancel else {
      throw Finding(.returnsNoWork(type.trimmedDescription), at: type)
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
  /// Whether values of this type may have a method `cancel()`: those of well-known types have none.
  fileprivate var mayHaveCancel: Bool {
    let bare = self.bare
    return bare.is(SomeOrAnyTypeSyntax.self) || bare.nominal != nil && !isWellKnown
  }
}
#endif
