#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A diagnostic with its source location and an optional fix-it.
struct MacroDiagnostic: Error {
  let kind: DiagnosticKind
  /// The location; if `nil`, the attribute.
  let node: Syntax?
  let remedy: Remedy?

  init(_ kind: DiagnosticKind, at node: (any SyntaxProtocol)? = nil, fixedBy remedy: Remedy? = nil)
  {
    self.kind = kind
    self.node = node.map { Syntax($0) }
    self.remedy = remedy
  }
}

/// A fix-it: replacements in the source.
struct Remedy {
  let text: String
  let changes: [FixIt.Change]

  init(_ text: String, _ changes: [FixIt.Change]) {
    self.text = text
    self.changes = changes
  }

  init(_ text: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    self.init(text, [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Removes `node`; comments before it stay, and its line is removed if nothing else is on it.
  static func removal(of node: some SyntaxProtocol, _ text: String) -> Remedy {
    var before = node.leadingTrivia.pieces
    if node.trailingTrivia.isEmpty {
      before.removeLast(before.reversed().prefix { $0.isSpaceOrTab }.count)
      if before.last?.isNewline == true { before.removeLast() }
    }
    let nothing = TokenSyntax(
      .identifier(""),
      leadingTrivia: Trivia(pieces: before),
      presence: .present
    )
    return Remedy(text, replacing: node, with: nothing)
  }
}
#endif
