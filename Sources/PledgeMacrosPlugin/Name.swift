#if Macros
import SwiftParser

/// Rules of naming.
enum Name {
  /// Names of parameters that are completion handlers, whatever stands beside them.
  static let ofHandlers: Set<String> = [
    "completion", "completionhandler", "completionblock", "callback", "oncompletion", "oncomplete",
    "success", "successhandler", "onsuccess", "failure", "failurehandler", "onfailure",
    "error", "errorhandler", "onerror", "done", "ondone",
  ]

  /// Returns `name`, with a number if something is called so already.
  static func unused(_ name: String, beside used: [String]) -> String {
    guard used.contains(name) else { return name }
    let number = (1...).first { !used.contains("\(name)\($0)") } ?? 0
    return "\(name)\(number)"
  }

  /// Returns `name` as an expression may have it: in backticks if it is a word of the language.
  static func quoted(_ name: String) -> String {
    name.hasPrefix("`") || name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
  }
}
#endif
