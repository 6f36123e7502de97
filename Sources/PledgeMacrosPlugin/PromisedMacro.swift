#if Macros
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Promised`: next to a function, one that returns a promise.
public enum PromisedMacro: PeerMacro {
  /// Returns what is added, or tells why that is nothing.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    do throws(Finding) {
      if let declaration = declaration.as(ProtocolDeclSyntax.self) {
        throw .onProtocol(declaration, node)
      }
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        throw Finding(.noFunction)
      }
      let scope = Scope(context.lexicalContext)
      let reader = SignatureReader(
        function: function,
        scope: scope,
        context: context.lexicalContext
      )
      return ["\(raw: Peer(signature: try reader.read()).source)"]
    } catch {
      context.refuse(error, at: node)
      return []
    }
  }
}
#endif
