import PluginUnderTest
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

private let macros = [
  "Promised": MacroSpec(type: PromisedMacro.self),
  "PromisedRequirements": MacroSpec(type: PromisedRequirementsMacro.self),
]

/// Expects `source` to expand to `expanded`, with exactly the given diagnostics.
func expect(
  _ source: String,
  expandsTo expanded: String,
  diagnostics: [DiagnosticSpec] = [],
  at location: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source,
    expandedSource: expanded,
    diagnostics: diagnostics,
    macroSpecs: macros,
    indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: location)
  }
}

/// Expects `@Promised` to add `peer` to a function, which stays as it is.
func expect(
  _ function: String,
  hasPeer peer: String,
  at location: Testing.SourceLocation = #_sourceLocation
) {
  expect("@Promised\n\(function)", expandsTo: "\(function)\n\n\(peer)", at: location)
}

/// The fix-it of a diagnostic: removing the macro, or a better change.
enum Remedy {
  case removal
  case change(String, to: String)
}

/// Expects no expansion of `declaration`, but a message with a fix-it and its result.
///
/// A declaration without a macro, and its remedy, come after `@Promised`.
func expectRefusal(
  of declaration: String,
  because message: String,
  line: Int = 2,
  column: Int,
  remedy: Remedy = .removal,
  at location: Testing.SourceLocation = #_sourceLocation
) {
  let isWhole = declaration.contains("@Promised")
  let source = isWhole ? declaration : "@Promised\n\(declaration)"
  let fixIt: String
  let fixed: String
  switch remedy {
  case .removal:
    let macro = source.contains("@PromisedRequirements") ? "PromisedRequirements" : "Promised"
    fixIt = "remove '@\(macro)'"
    fixed = source.replacing(#/(?:\n *)?@Promised(?:Requirements)?\b/#, with: "")
  case .change(let text, let result):
    (fixIt, fixed) = (text, isWhole ? result : "@Promised\n\(result)")
  }
  assertMacroExpansion(
    source,
    expandedSource: source.replacing(#/@Promised(?:Requirements)?\n */#, with: ""),
    diagnostics: [
      DiagnosticSpec(
        message: message,
        line: line,
        column: column,
        fixIts: [FixItSpec(message: fixIt)]
      )
    ],
    macroSpecs: macros,
    applyFixIts: [fixIt],
    fixedSource: fixed,
    indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: location)
  }
}
