/// The little that has to be known of a mangled name: whose function it is.
struct MangledName {
  private let text: Substring
  /// The names in it that have a length before them, and the character after each.
  private var identifiers: [(name: Substring, next: Character?)] = []
  /// What is between them.
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

  /// Whether it is a name that Swift gives.
  var isSwift: Bool { !text.isEmpty }

  /// Whether it belongs to the standard library, or to a library that comes with it; extensions of
  /// their types do not.
  var isStandardLibrary: Bool {
    guard let first = text.first, extender == nil else { return false }
    if first == "s" || (first == "S" && !text.hasPrefix("So")) { return true }
    guard beginsWithModule, let module = identifiers.first?.name else { return false }
    return MangledName.systemModules.contains(String(module))
  }

  private static let systemModules: Set = ["Foundation", "FoundationEssentials", "Dispatch"]

  /// Whether it belongs to a module of Pledge: it begins with the name of one, or is an extension of
  /// a type of somebody's in one; and no other module extends a type of Pledge's in it.
  var isPledge: Bool {
    if let extender { return isPledge(extender) }
    guard beginsWithModule, let module = identifiers.first?.name else { return false }
    return isPledge(module)
  }

  private func isPledge(_ module: Substring) -> Bool {
    module.hasPrefix("Pledge") && !module.hasSuffix("Tests")
  }

  private var beginsWithModule: Bool { text.first?.isNumber == true }

  /// The module that extends a type in it, which is written before an `E`; the constraints of the
  /// extension, if it has any, are between the two, and an `l` is at their end.
  private var extender: Substring? {
    if let plain = identifiers.first(where: { $0.next == "E" }) { return plain.name }
    guard operators.contains("lE") else { return nil }
    // The standard library's extensions of its own types name no module.
    if text.first == "S", text.dropFirst(2).first?.isNumber != true { return nil }
    // What comes before it is the type: a module, and names that are marked as those of types.
    let names = identifiers.dropFirst(beginsWithModule ? 1 : 0)
    return names.first { !["C", "V", "O", "P"].contains($0.next) }?.name
  }
}
