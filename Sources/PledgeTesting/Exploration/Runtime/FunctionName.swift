/// The name of a function as it is called in source code, such as `Search.find`, and its module.
struct FunctionName: Equatable {
  let module: String
  let name: String

  /// Reads the name that the runtime gives for a part of a function; returns `nil` without one.
  ///
  /// - Parameter demangled: A text such as `(1) await resume partial function for closure #1
  ///   @Sendable () async -> () in App.Search.find(Swift.String) -> ()`.
  init?(demangled: String) {
    var text = demangled[...]
    // A private declaration is `App.(Search in _0123).find()`.
    while let place = text.firstRange(of: " in _"),
      let start = text[..<place.lowerBound].lastIndex(of: "("),
      let end = text[place.upperBound...].firstIndex(of: ")")
    {
      let name = text[text.index(after: start)..<place.lowerBound]
      text = text[..<start] + name + text[text.index(after: end)...]
    }
    if let place = text.ranges(of: " in ").last {
      text = text[place.upperBound...]
    } else if let part = text.ranges(of: " for ").last {
      text = text[part.upperBound...]
    }
    // A variable is `static App.Search.latest.getter : App.Search`.
    var signature = text.prefix { $0 != "(" && $0 != "<" && $0 != ":" }
    if signature.last == " " { signature.removeLast() }
    // A name in backticks may have spaces.
    let end = signature.firstIndex(of: "`") ?? signature.endIndex
    let start = signature[..<end].lastIndex(of: " ").map(signature.index(after:))
    let accessors: [Substring] = ["getter", "setter", "modify", "read"]
    // Without `static`, the module, and the types around that of a method.
    let parts = signature[(start ?? signature.startIndex)...].split(separator: ".")
      .filter { !accessors.contains($0) }
    guard parts.count > 1 else { return nil }
    module = String(parts[0])
    name = parts.dropFirst().suffix(2).joined(separator: ".")
  }
}
