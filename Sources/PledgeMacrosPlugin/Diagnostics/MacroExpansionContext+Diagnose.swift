#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A message or fix-it of the compiler.
private struct Message: DiagnosticMessage, FixItMessage {
  let message: String
  let id: String
  let severity: DiagnosticSeverity

  var diagnosticID: MessageID { MessageID(domain: "PledgeMacros", id: id) }
  var fixItID: MessageID { diagnosticID }
}

extension MacroExpansionContext {
  /// Reports an error of `attribute`.
  ///
  /// Its fix-it is the remedy of the diagnostic, or else to remove the attribute.
  func diagnoseError(_ diagnostic: MacroDiagnostic, at attribute: AttributeSyntax) {
    let removal = Remedy.removal(of: attribute, "remove '\(attribute.name)'")
    emit(diagnostic, at: attribute, as: .error, fixedBy: diagnostic.remedy ?? removal)
  }

  /// Reports a warning about a declaration that `attribute` leaves out.
  func diagnoseWarning(_ diagnostic: MacroDiagnostic, at attribute: AttributeSyntax) {
    emit(diagnostic, at: attribute, as: .warning, fixedBy: diagnostic.remedy)
  }

  private func emit(
    _ diagnostic: MacroDiagnostic,
    at attribute: AttributeSyntax,
    as severity: DiagnosticSeverity,
    fixedBy remedy: Remedy?
  ) {
    let kind = diagnostic.kind
    func message(_ text: String) -> Message {
      Message(message: text, id: kind.id, severity: severity)
    }
    let fixIt = remedy.map { FixIt(message: message($0.text), changes: $0.changes) }
    diagnose(
      Diagnostic(
        node: diagnostic.node ?? Syntax(attribute),
        message: message(kind.message(by: attribute.name)),
        fixIts: [fixIt].compactMap { $0 }
      )
    )
  }
}

extension AttributeSyntax {
  /// The name as written, without arguments.
  fileprivate var name: String { "@\(attributeName.trimmedDescription)" }
}
#endif
