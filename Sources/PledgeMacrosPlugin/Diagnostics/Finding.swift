#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A problem, where it is, and what would mend it.
struct Finding: Error {
  let problem: Problem
  /// Where it is; without one, at the attribute.
  let node: Syntax?
  let remedy: Remedy?

  init(_ problem: Problem, at node: (any SyntaxProtocol)? = nil, mendedBy remedy: Remedy? = nil) {
    self.problem = problem
    self.node = node.map { Syntax($0) }
    self.remedy = remedy
  }
}

/// Replacements in the source.
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

  /// Takes `node` away; comments before it stay, and a line of its own goes.
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
