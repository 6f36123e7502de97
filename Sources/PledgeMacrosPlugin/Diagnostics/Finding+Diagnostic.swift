#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a compiler is told.
private struct Message: DiagnosticMessage, FixItMessage {
  let message: String
  let id: String
  let severity: DiagnosticSeverity

  var diagnosticID: MessageID { MessageID(domain: "PledgeMacros", id: id) }
  var fixItID: MessageID { diagnosticID }
}

extension MacroExpansionContext {
  /// Tells of what makes `attribute` add nothing.
  ///
  /// What would mend it is offered; if nothing would, to take the attribute away.
  func refuse(_ finding: Finding, at attribute: AttributeSyntax) {
    let removal = Remedy.removal(of: attribute, "remove '\(attribute.name)'")
    tell(finding, at: attribute, as: .error, mendedBy: finding.remedy ?? removal)
  }

  /// Tells of what `attribute` leaves out.
  func warn(of finding: Finding, at attribute: AttributeSyntax) {
    tell(finding, at: attribute, as: .warning, mendedBy: finding.remedy)
  }

  private func tell(
    _ finding: Finding,
    at attribute: AttributeSyntax,
    as severity: DiagnosticSeverity,
    mendedBy remedy: Remedy?
  ) {
    let problem = finding.problem
    func message(_ text: String) -> Message {
      Message(message: text, id: problem.id, severity: severity)
    }
    let fixIt = remedy.map { FixIt(message: message($0.text), changes: $0.changes) }
    diagnose(
      Diagnostic(
        node: finding.node ?? Syntax(attribute),
        message: message(problem.message(by: attribute.name)),
        fixIts: [fixIt].compactMap { $0 }
      )
    )
  }
}

extension AttributeSyntax {
  /// As it is written, without arguments.
  fileprivate var name: String { "@\(attributeName.trimmedDescription)" }
}
#endif
