#if Macros
import SwiftSyntax

/// The requirements of a protocol that end with a completion handler.
///
/// Those without one are none of our business; those with one that cannot be wrapped are found.
struct Requirements {
  private(set) var signatures: [Signature] = []
  private(set) var findings: [Finding] = []

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
        if !error.problem.isUnrelated { findings.append(error.at(function.name)) }
      }
    }
  }

  private mutating func add(_ signature: Signature, of function: FunctionDeclSyntax) {
    if signatures.contains(where: { $0.overload == signature.overload }) {
      findings.append(Finding(.clash(signature.fullName), at: function.name))
    } else {
      signatures.append(signature)
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether a parameter may be a completion handler: one that does not escape is called in between,
  /// as that of `forEach`, and one that is not last needs the name.
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

extension Problem {
  /// Whether the function has no completion handler at all, so that nobody expects a promise of it.
  fileprivate var isUnrelated: Bool {
    switch self {
    case .noHandler, .asynchronous, .returningHandler: true
    default: false
    }
  }
}

extension Finding {
  /// The same, at `node` if it has no place of its own.
  fileprivate func at(_ node: TokenSyntax) -> Finding {
    Finding(problem, at: self.node ?? Syntax(node), mendedBy: remedy)
  }
}
#endif
