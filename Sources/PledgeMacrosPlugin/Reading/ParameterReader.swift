#if Macros
import SwiftSyntax

/// Reads the parameters that the overload forwards.
struct ParameterReader {
  let function: FunctionDeclSyntax

  func read(
    _ parameters: some Collection<FunctionParameterSyntax>
  ) throws(MacroDiagnostic) -> [Signature.Parameter] {
    var names = parameters.map(\.innerName.name) + [function.name.name]
    var read: [Signature.Parameter] = []
    for parameter in parameters {
      try check(parameter)
      read.append(self.read(parameter, naming: &names))
    }
    return read
  }

  private func check(_ parameter: FunctionParameterSyntax) throws(MacroDiagnostic) {
    if let ellipsis = parameter.ellipsis { throw .variadic(parameter, ellipsis) }
    let rejected = ["inout", "borrowing", "consuming", "__owned", "__shared"]
    if let word = parameter.type.specifiers.first(where: rejected.contains) {
      throw .ownership(parameter, word)
    }
  }

  private func read(
    _ parameter: FunctionParameterSyntax,
    naming taken: inout [String]
  ) -> Signature.Parameter {
    let label = parameter.firstName.name
    var name = parameter.innerName.name
    // A parameter needs a name to be forwarded, and must not shadow the function.
    if name == "_" || name == function.name.name {
      name = Name.unused("argument", beside: taken)
      taken.append(name)
    }
    let type = parameter.type.trimmedDescription
    let value = passedOn(Name.quoted(name), parameter.type)
    let first = parameter.firstName.text
    let names = label == name ? first : "\(first) \(Name.quoted(name))"
    let byDefault = parameter.defaultValue.map { " \($0.trimmedDescription)" } ?? ""
    return Signature.Parameter(
      declaration: "\(attributes(of: parameter))\(names): \(type)\(byDefault)",
      argument: label == "_" ? value : "\(Name.label(label)): \(value)",
      name: name,
      label: label,
      type: type
    )
  }

  /// Returns the expression that forwards the parameter, possibly a pack or an autoclosure.
  private func passedOn(_ name: String, _ type: TypeSyntax) -> String {
    if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
    return type.hasAttribute("autoclosure") ? "\(name)()" : name
  }

  private func attributes(of parameter: FunctionParameterSyntax) -> String {
    let words =
      parameter.attributes.map(\.trimmedDescription)
      + parameter.modifiers.map(\.trimmedDescription)
    return words.map { "\($0) " }.joined()
  }

  /// Returns the origin of the source location; `.added` only if no parameter has the same names.
  static func place(among parameters: [Signature.Parameter]) -> Signature.Place {
    let file = parameters.first { $0.label == "file" || $0.name == "file" }
    let line = parameters.first { $0.label == "line" || $0.name == "line" }
    guard file != nil || line != nil else { return .added }
    guard let file, let line, ["StaticString", "Swift.StaticString"].contains(file.type),
      ["UInt", "Swift.UInt"].contains(line.type)
    else { return .unknown }
    return .taken(file: Name.quoted(file.name), line: Name.quoted(line.name))
  }
}
#endif
