#if Macros
import SwiftSyntax

// Properties of types that are known from their source text.

extension TypeSyntax {
  /// The type without parentheses, attributes, and specifiers.
  var bare: TypeSyntax {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.bare }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.firstName == nil
    {
      return only.type.bare
    }
    return self
  }

  /// The wrapped type of an optional, in any spelling.
  var wrapped: TypeSyntax? {
    let bare = self.bare
    if let optional = bare.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = bare.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType
    }
    guard let nominal = bare.nominal, nominal.name == "Optional" else { return nil }
    return nominal.arguments.first
  }

  /// The function type, even if attributed, in parentheses, or optional.
  var function: FunctionTypeSyntax? {
    bare.as(FunctionTypeSyntax.self) ?? wrapped?.function
  }

  /// The name and the generic arguments, without the enclosing module or type.
  var nominal: (name: String, arguments: [TypeSyntax])? {
    let clause: GenericArgumentClauseSyntax?
    let name: TokenSyntax
    if let identifier = self.as(IdentifierTypeSyntax.self) {
      (name, clause) = (identifier.name, identifier.genericArgumentClause)
    } else if let member = self.as(MemberTypeSyntax.self) {
      (name, clause) = (member.name, member.genericArgumentClause)
    } else {
      return nil
    }
    let arguments = clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    return (name.name, arguments ?? [])
  }

  var isVoid: Bool {
    let bare = self.bare
    if let tuple = bare.as(TupleTypeSyntax.self) { return tuple.elements.isEmpty }
    return bare.nominal?.name == "Void"
  }

  /// Whether its name identifies it as an error type.
  var isError: Bool {
    let bare = self.bare
    if let existential = bare.as(SomeOrAnyTypeSyntax.self) { return existential.constraint.isError }
    if let composition = bare.as(CompositionTypeSyntax.self) {
      return composition.elements.contains { $0.type.isError }
    }
    return bare.nominal?.name.hasSuffix("Error") ?? false
  }

  /// Whether it is a common type, such as a number, rather than a class or an alias.
  var isWellKnown: Bool {
    guard let name = bare.nominal?.name else { return false }
    let number = name.wholeMatch(of: #/U?Int\d*|Float\d*|Double|CGFloat|Decimal/#) != nil
    let plain = ["Bool", "String", "Character", "UUID", "Data", "Date", "URL", "Never", "Any"]
    return number || plain.contains(name)
  }

  /// Whether a function of this type may outlive the call to which it is passed.
  var isEscaping: Bool { hasAttribute("escaping") || wrapped != nil }

  /// The specifiers before the type.
  var specifiers: [String] {
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return [] }
    return attributed.specifiers.map(\.trimmedDescription)
  }

  func hasAttribute(_ name: String) -> Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.names.contains(name) ?? false
  }

  /// The source text of the type in the declaration of a value.
  var valueText: String {
    let type = self.as(AttributedTypeSyntax.self)?.baseType ?? self
    guard let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      return type.trimmedDescription
    }
    return optional.wrappedType.trimmedDescription + "?"
  }
}

extension AttributeListSyntax {
  /// The names of the attributes, without those in `#if`.
  var names: [String] {
    compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
  }
}

extension DeclModifierListSyntax {
  /// Returns the first modifier with one of the names, such as `mutating`.
  func first(named names: String...) -> DeclModifierSyntax? {
    first { names.contains($0.name.text) }
  }
}
#endif
