#if Macros
import SwiftSyntax

/// The generic parameters and associated types visible to a function.
///
/// For an extension, only its own `where` clause is known.
struct GenericNames {
  private var all: Set<String> = []
  private var errors: Set<String> = []

  init(of function: FunctionDeclSyntax, in context: [Syntax]) {
    for node in [Syntax(function)] + context {
      if let generic = node.asProtocol((any WithGenericParametersSyntax).self) {
        add(generic.genericParameterClause)
        add(generic.genericWhereClause)
      } else if let declaration = node.as(ExtensionDeclSyntax.self) {
        add(declaration.genericWhereClause)
      } else if let declaration = node.as(ProtocolDeclSyntax.self) {
        add(associatedTypesOf: declaration)
      }
    }
  }

  func contains(_ type: TypeSyntax) -> Bool { all.contains(Self.name(of: type)) }

  /// Whether the type is constrained to be an error.
  func isError(_ type: TypeSyntax) -> Bool { errors.contains(Self.name(of: type)) }

  private mutating func add(_ clause: GenericParameterClauseSyntax?) {
    for parameter in clause?.parameters ?? [] {
      all.insert(parameter.name.name)
      if parameter.inheritedType?.isError ?? false { errors.insert(parameter.name.name) }
    }
  }

  private mutating func add(_ clause: GenericWhereClauseSyntax?) {
    for element in clause?.requirements ?? [] {
      guard case .conformanceRequirement(let requirement) = element.requirement,
        requirement.rightType.isError
      else { continue }
      errors.insert(Self.name(of: requirement.leftType))
    }
  }

  private mutating func add(associatedTypesOf declaration: ProtocolDeclSyntax) {
    add(declaration.genericWhereClause)
    for member in declaration.memberBlock.members {
      guard let type = member.decl.as(AssociatedTypeDeclSyntax.self) else { continue }
      all.insert(type.name.name)
      let inherited = type.inheritanceClause?.inheritedTypes.map(\.type) ?? []
      if inherited.contains(where: \.isError) { errors.insert(type.name.name) }
      add(type.genericWhereClause)
    }
  }

  /// Returns the name without backticks and `Self.`, so `Self.Failure` is `Failure`.
  private static func name(of type: TypeSyntax) -> String {
    let name = type.bare.trimmedDescription.filter { $0 != "`" }
    return name.hasPrefix("Self.") ? String(name.dropFirst(5)) : name
  }
}
#endif
