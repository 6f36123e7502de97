/// Returns the name of a function as it is called in source code, such as `Search.find`.
///
/// - Parameter demangled: The name that the runtime gives for a part of an asynchronous function,
///   such as `(1) await resume partial function for closure #1 @Sendable () async -> () in
///   App.Search.find(Swift.String) -> ()`.
/// - Returns: The name; `nil` if there is none.
func functionName(demangled: String) -> String? {
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
  let signature = text.prefix { $0 != "(" && $0 != "<" }
  // Without `static`, the module, and the types around that of a method.
  let path = signature.split(separator: " ").last?.split(separator: ".").dropFirst() ?? []
  if path.isEmpty { return nil }
  return path.suffix(2).joined(separator: ".")
}
