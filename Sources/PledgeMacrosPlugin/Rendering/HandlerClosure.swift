#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// The closure that is passed as the handler and settles the promise.
///
/// It is `@Sendable`, so it is not isolated to an actor and may be called on any thread, even if
/// the type of the handler does not require that.
struct HandlerClosure {
  let outcome: Outcome
  let resolver: String
  let function: String

  var source: String {
    let names = names.isEmpty ? "" : " \(names.joined(separator: ", "))"
    return "{ @Sendable\(names) in\n\(body)\n}"
  }

  private var names: [String] {
    guard case .parts(let parts) = outcome else { return ["result"] }
    var remaining = valueNames.makeIterator()
    return parts.map { $0 == .error ? "error" : remaining.next() ?? "_" }
  }

  private var valueNames: [String] {
    let count = outcome.values.count
    return count == 1 ? ["value"] : (0..<count).map { "value\($0 + 1)" }
  }

  private var body: String {
    if case .result = outcome {
      return "\(resolver).settle(with: Swift.Result(catching: result.get))"
    }
    guard outcome.hasError else { return fulfillment }
    return """
      if let error {
      \(resolver).reject(error)
      \(unwrapped)
      }
      """
  }

  /// The code for a call without an error.
  private var unwrapped: String {
    let optional = zip(valueNames, outcome.values).filter(\.1.isUnwrapped).map(\.0)
    guard !optional.isEmpty else { return "} else {\n\(fulfillment)" }
    return """
      } else if \(optional.map { "let \($0)" }.joined(separator: ", ")) {
      \(fulfillment)
      } else {
      \(resolver).reject(Pledge.NoOutcomeError(function: \(literal)))
      """
  }

  /// The name of the function as a string literal, with quotation marks escaped.
  private var literal: String { StringLiteralExprSyntax(content: function).description }

  private var fulfillment: String {
    let values = valueNames.joined(separator: ", ")
    return "\(resolver).resolve(\(valueNames.count > 1 ? "(\(labelled))" : values))"
  }

  /// The values as the elements of a tuple, with its labels.
  private var labelled: String {
    guard let labels = outcome.labels else { return valueNames.joined(separator: ", ") }
    return zip(labels, valueNames).map { "\($0): \($1)" }.joined(separator: ", ")
  }
}
#endif
