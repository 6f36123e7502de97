/// The little that has to be known of a mangled name: whose function it is.
struct MangledName {
  private let text: Substring

  init(_ text: String) {
    let bare = text.hasPrefix("_") ? text.dropFirst() : text[...]
    self.text = bare.hasPrefix("$s") ? bare.dropFirst(2) : ""
  }

  /// Whether it is a name that Swift gives.
  var isSwift: Bool { !text.isEmpty }

  /// Whether it belongs to the standard library, or to a library that comes with it; extensions of
  /// their types do not.
  var isStandardLibrary: Bool {
    guard let first = text.first else { return false }
    if first == "s" || (first == "S" && !text.hasPrefix("So")) {
      return !identifiers.contains { $0.extends }
    }
    guard first.isNumber, let module = identifiers.first?.name else { return false }
    return MangledName.systemModules.contains(String(module))
      && !identifiers.contains { $0.extends }
  }

  private static let systemModules: Set = ["Foundation", "FoundationEssentials", "Dispatch"]

  /// Whether it belongs to a module of Pledge: it begins with the name of one, or is an extension of
  /// a type of somebody's in one; and no other module extends a type of Pledge's in it.
  var isPledge: Bool {
    guard let first = identifiers.first else { return false }
    if let extending = identifiers.first(where: \.extends) { return isPledge(extending.name) }
    return text.first?.isNumber == true && isPledge(first.name)
  }

  private func isPledge(_ module: Substring) -> Bool {
    module.hasPrefix("Pledge") && !module.hasSuffix("Tests")
  }

  /// The names in it that have a length before them, and whether an `E` follows: that is how the
  /// module of an extension is written.
  private var identifiers: [(name: Substring, extends: Bool)] {
    var found: [(name: Substring, extends: Bool)] = []
    var rest = text
    while let start = rest.firstIndex(where: \.isNumber) {
      let digits = rest[start...].prefix(while: \.isNumber)
      rest = rest[digits.endIndex...]
      guard let length = Int(digits), length > 0, length <= rest.count else { continue }
      let name = rest.prefix(length)
      rest = rest.dropFirst(length)
      found.append((name, rest.first == "E"))
    }
    return found
  }
}
