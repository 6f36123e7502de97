internal import Foundation

/// A function at an address, with others around it that it was inlined into.
struct Symbol: Sendable, Equatable {
  /// Its name for people, such as `Loader.load(_:)`.
  var name: String
  /// Its name in the program, such as `$s3App6LoaderV4loadyyF`.
  var mangled = ""
  /// The path of the source file, and the line in it, where the program knows them.
  var path: String?
  var line = 0
  /// Whether it is the system's, or made up by the compiler: nobody has written a call there.
  var isSystem = false
}

extension Symbol {
  /// Whether it is part of Pledge, and no extension of Pledge that somebody else has written.
  ///
  /// The path tells if there is one, since in a release build a function of Pledge may be found
  /// inlined in any other. Without debug information the mangled name has to.
  func isPledge(sources: String) -> Bool {
    if let path { return path.hasPrefix(sources) }
    return MangledName(mangled).isPledge
  }

  /// Whether somebody may have written a call in it: it is Swift's, or its source is known.
  ///
  /// What starts a program or a thread is neither.
  var isWritten: Bool { !isSystem && (path != nil || MangledName(mangled).isSwift) }

  /// The name without what the compiler has made of the function.
  var plainName: String {
    var rest = Substring(name)
    while let prefix = Symbol.prefixes.first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(prefix.count)
    }
    if rest.hasPrefix("("), let found = rest.range(of: "resume partial function for ") {
      rest = rest[found.upperBound...]
    }
    return String(rest)
  }

  private static let prefixes = [
    "specialized ", "partial apply for ", "merged ", "generic specialization of ", "static ",
  ]

  /// The name of the function alone, such as `map`; that of the type for an initialiser.
  ///
  /// `nil` for what has no such name.
  var functionName: String? {
    var rest = Substring(plainName.withoutGenerics)
    while let closure = rest.range(of: " in ") { rest = rest[closure.upperBound...] }
    let parts = rest.prefix { $0 != "(" }.split(separator: ".")
    var name = parts.last
    if let last = parts.last, ["init", "__allocating_init", "getter", "modify"].contains(last) {
      name = parts.dropLast().last
    }
    guard let name, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    return String(name)
  }

  /// The name and the place, such as `Loader.load(_:) at Loader.swift:40`.
  var text: String {
    guard let path, line > 0, let file = path.split(separator: "/").last else { return plainName }
    return "\(plainName) at \(file):\(line)"
  }
}

extension String {
  /// Without what is in angle brackets, such as the constraints of an extension.
  fileprivate var withoutGenerics: String {
    var depth = 0
    var last: Character = " "
    return String(
      filter { character in
        defer { last = character }
        if character == "<" { depth += 1 }
        // An arrow is no bracket.
        if character == ">", last != "-", depth > 0 {
          depth -= 1
          return false
        }
        return depth == 0
      }
    )
  }
}
