#if Macros
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Implements `@Promised`: adds an overload that returns a promise.
public enum PromisedMacro: PeerMacro {
  /// Returns the overload, or reports why it cannot be created.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do throws(MacroDiagnostic) {
      if let declaration = declaration.as(ProtocolDeclSyntax.self) {
        throw .onProtocol(declaration, node)
      }
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        throw MacroDiagnostic(.noFunction)
      }
      let scope = Scope(context.lexicalContext)
      let reader = SignatureReader(
        function: function,
        scope: scope,
        context: context.lexicalContext
      )
      return ["\(raw: Peer(signature: try reader.read()).source)"]
    } catch {
      context.diagnoseError(error, at: node)
      return []
    }
  }
}
#endif
