/// The parts of a mangled name that identify the module of a function.
struct MangledName {
  private let text: Substring
  /// The identifiers in it, which have a length prefix, and the character after each.
  private var identifiers: [(name: Substring, next: Character?)] = []
  /// The characters between the identifiers.
  private var operators = ""

  init(_ text: String) {
    let bare = text.hasPrefix("_") ? text.dropFirst() : text[...]
    self.text = bare.hasPrefix("$s") ? bare.dropFirst(2) : ""
    var rest = self.text
    while let start = rest.firstIndex(where: \.isNumber) {
      operators += rest[..<start]
      let digits = rest[start...].prefix(while: \.isNumber)
      rest = rest[digits.endIndex...]
      guard let length = Int(digits), length > 0, length <= rest.count else { continue }
      let name = rest.prefix(length)
      rest = rest.dropFirst(length)
      identifiers.append((name, rest.first))
    }
    operators += rest
  }

  /// Whether it is a mangled Swift name.
  var isSwift: Bool { !text.isEmpty }

  /// Whether the function belongs to the standard library or a library that comes with it.
  ///
  /// Extensions of their types in other modules do not.
  var isStandardLibrary: Bool {
    guard let first = text.first, extender == nil else { return false }
    if first == "s" || (first == "S" && !text.hasPrefix("So")) { return true }
    guard beginsWithModule, let module = identifiers.first?.name else { return false }
    return MangledName.systemModules.contains(String(module))
  }

  private static let systemModules: Set = ["Foundation", "FoundationEssentials", "Dispatch"]

  /// Whether the function belongs to a module of Pledge, including its extensions of other types.
  ///
  /// Extensions of Pledge's types in other modules do not.
  var isPledge: Bool {
    if let extender { return isPledge(extender) }
    guard beginsWithModule, let module = identifiers.first?.name else { return false }
    return isPledge(module)
  }

  private func isPledge(_ module: Substring) -> Bool {
    module.hasPrefix("Pledge") && !module.hasSuffix("Tests")
  }

  private var beginsWithModule: Bool { text.first?.isNumber == true }

  /// The module of an extension of another module's type; `nil` if there is no such extension.
  ///
  /// It precedes an `E`. The constraints of the extension, if any, are in between and end with `l`.
  private var extender: Substring? {
    if let plain = identifiers.first(where: { $0.next == "E" }) { return plain.name }
    guard operators.contains("lE") else { return nil }
    // The standard library's extensions of its own types name no module.
    if text.first == "S", text.dropFirst(2).first?.isNumber != true { return nil }
    // The names before the extender belong to the type: its module, and names marked as types.
    let names = identifiers.dropFirst(beginsWithModule ? 1 : 0)
    return names.first { !["C", "V", "O", "P"].contains($0.next) }?.name
  }
}
