#if Macros
import SwiftSyntax

/// The requirements of a protocol that have a completion handler.
///
/// Requirements without one are ignored. Those with one that cannot be wrapped become diagnostics.
struct Requirements {
  private(set) var signatures: [Signature] = []
  private(set) var diagnostics: [MacroDiagnostic] = []

  init(of declaration: ProtocolDeclSyntax) {
    let scope = Scope(extending: declaration)
    for member in declaration.memberBlock.members {
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.mayCallBack else {
        continue
      }
      let reader = SignatureReader(function: function, scope: scope, context: [Syntax(declaration)])
      do {
        add(try reader.read(), of: function)
      } catch {
        if !error.kind.isUnrelated { diagnostics.append(error.at(function.name)) }
      }
    }
  }

  private mutating func add(_ signature: Signature, of function: FunctionDeclSyntax) {
    if signatures.contains(where: { $0.overload == signature.overload }) {
      diagnostics.append(MacroDiagnostic(.clash(signature.fullName), at: function.name))
    } else {
      signatures.append(signature)
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether a parameter may be a completion handler.
  ///
  /// It must escape, unlike the closure of `forEach`, and needs a typical name if it is not the
  /// last one.
  fileprivate var mayCallBack: Bool {
    let parameters = signature.parameterClause.parameters
    return parameters.contains { parameter in
      guard parameter.type.isEscaping else { return false }
      let isFunction = parameter.type.function != nil
      let isLast = parameter.id == parameters.last?.id
      return isLast && (isFunction || parameter.mayBeHiddenHandler)
        || isFunction && parameter.isNamedAsHandler
    }
  }
}

extension DiagnosticKind {
  /// Whether the function has no completion handler at all, so that no overload is expected.
  fileprivate var isUnrelated: Bool {
    switch self {
    case .noHandler, .asynchronous, .returningHandler: true
    default: false
    }
  }
}

extension MacroDiagnostic {
  /// Returns the diagnostic, located at `node` if it has no location.
  fileprivate func at(_ node: TokenSyntax) -> MacroDiagnostic {
    MacroDiagnostic(kind, at: self.node ?? Syntax(node), fixedBy: remedy)
  }
}
#endif
