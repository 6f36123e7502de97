#if Macros
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@PromisedRequirements`: an extension of a protocol with a function for each requirement that
/// ends with a completion handler.
public enum PromisedRequirementsMacro: ExtensionMacro {
  /// Returns what is added, or tells why that is nothing.
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      context.refuse(Finding(.noProtocol), at: node)
      return []
    }
    let requirements = Requirements(of: declaration)
    for finding in requirements.findings { context.warn(of: finding, at: node) }
    if requirements.signatures.isEmpty, requirements.findings.isEmpty {
      context.refuse(Finding(.nothingToWrap(protocol: declaration.name.text)), at: node)
    }
    guard !requirements.signatures.isEmpty else { return [] }
    return [peers(requirements.signatures, in: type.trimmed, of: declaration)].compactMap { $0 }
  }

  private static func peers(
    _ signatures: [Signature],
    in type: some TypeSyntaxProtocol,
    of declaration: ProtocolDeclSyntax
  ) -> ExtensionDeclSyntax? {
    let attributes = declaration.attributes
      .compactMap { $0.as(AttributeSyntax.self) }
      .filter { ["available", "_spi"].contains($0.attributeName.trimmedDescription) }
      .map { $0.trimmedDescription + "\n" }
    let source: DeclSyntax = """
      \(raw: attributes.joined())extension \(type) {
      \(raw: signatures.map { Peer(signature: $0).source }.joined(separator: "\n\n"))
      }
      """
    return source.as(ExtensionDeclSyntax.self)
  }
}
#endif
