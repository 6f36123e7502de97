#if Macros
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Implements `@PromisedRequirements`: adds an extension with an overload for each requirement that
/// has a completion handler.
public enum PromisedRequirementsMacro: ExtensionMacro {
  /// Returns the extension, or reports why it cannot be created.
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      context.diagnoseError(MacroDiagnostic(.noProtocol), at: node)
      return []
    }
    let requirements = Requirements(of: declaration)
    for diagnostic in requirements.diagnostics { context.diagnoseWarning(diagnostic, at: node) }
    if requirements.signatures.isEmpty, requirements.diagnostics.isEmpty {
      context.diagnoseError(
        MacroDiagnostic(.nothingToWrap(protocol: declaration.name.text)),
        at: node
      )
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
