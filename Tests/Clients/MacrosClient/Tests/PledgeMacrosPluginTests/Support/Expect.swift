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

/// The parameters that a promise has for its source location.
let location = "file: Swift.StaticString = #fileID, line: Swift.UInt = #line"

/// Returns the call of a function whose handler passes its value on; `start` ends before the
/// handler.
func call(_ start: String, resolver: String = "resolver") -> String {
  """
  \(start)completion: { @Sendable value in
      \(resolver).resolve(value)
    })
  """
}

/// Returns `body` with a rejection for the errors that it throws.
func catching(_ body: String) -> String {
  """
  do {
    \(body.indented())
  } catch {
    resolver.reject(error)
  }
  """
}

/// Composes the body of a handler with an error or values.
///
/// - Parameters:
///   - function: The literal with the name of the function.
///   - binding: The condition for an outcome without an error.
///   - value: The value.
/// - Returns: The statements.
func outcome(
  of function: String = #""load(completion:)""#,
  if binding: String = "let value",
  _ value: String = "value"
) -> String {
  """
  if let error {
    resolver.reject(error)
  } else if \(binding) {
    resolver.resolve(\(value))
  } else {
    resolver.reject(Pledge.NoOutcomeError(function: \(function)))
  }
  """
}

/// Composes the function that a macro adds; it returns a promise.
///
/// - Parameters:
///   - name: The name of the original function.
///   - head: The signature without the result.
///   - type: The type of the value.
///   - names: The names of the promise and its resolver.
///   - body: The statements between the creation of the promise and its return.
/// - Returns: The declaration.
func peer(
  of name: String,
  _ head: String,
  promises type: String = "User",
  names: (promise: String, resolver: String) = ("promise", "resolver"),
  _ body: String
) -> String {
  """
  /// Returns a promise for the result of ``\(name)``.
  \(head) -> Pledge.Promise<\(type)> {
    let (\(names.promise), \(names.resolver)) = Pledge.Promise<\(type)>.pending(file: file, line: line)
    \(body.indented())
    return \(names.promise)
  }
  """
}

/// Expects `@Promised` to add `peer` to a function, which stays as it is, within `type` if one is
/// given.
func expect(
  _ function: String,
  in type: String? = nil,
  hasPeer peer: String,
  at location: Testing.SourceLocation = #_sourceLocation
) {
  let (source, expanded) = ("@Promised\n\(function)", "\(function)\n\n\(peer)")
  guard let type else { return expect(source, expandsTo: expanded, at: location) }
  expect(
    "\(type) {\n  \(source.indented())\n}",
    expandsTo: "\(type) {\n  \(expanded.indented())\n}",
    at: location
  )
}

extension String {
  /// Indents all lines but the first and empty ones.
  func indented() -> String { replacing(#/\n(?=[^\n])/#, with: "\n  ") }
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
