#if Macros
import SwiftParser
import SwiftSyntax

/// Naming rules.
enum Name {
  /// The names of parameters that are completion handlers even beside other handlers.
  static let ofHandlers: Set<String> = [
    "completion", "completionhandler", "completionblock", "callback", "oncompletion", "oncomplete",
    "success", "successhandler", "onsuccess", "failure", "failurehandler", "onfailure",
    "error", "errorhandler", "onerror", "done", "ondone",
  ]

  /// Returns the words in `type`, such as `Array` and `Int` of `Array<Int>`.
  static func words(of type: String) -> [Substring] {
    type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  /// Whether `type` is unsafe according to its name.
  static func isOfPointer(_ type: String) -> Bool {
    words(of: type).contains {
      $0.hasPrefix("Unsafe") || ["OpaquePointer", "Unmanaged", "CVaListPointer"].contains($0)
    }
  }

  /// Returns `name`, with a number appended if the name is in use.
  static func unused(_ name: String, beside used: [String]) -> String {
    guard used.contains(name) else { return name }
    let number = (1...).first { !used.contains("\(name)\($0)") } ?? 0
    return "\(name)\(number)"
  }

  /// Returns `name` as an identifier in an expression, in backticks if it is a keyword.
  static func quoted(_ name: String) -> String {
    name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
  }

  /// Returns `name` as the label of an argument or of an element of a tuple.
  ///
  /// There, backticks around a keyword cause a warning, except around `inout`.
  static func label(_ name: String) -> String {
    let isWord = name.wholeMatch(of: #/[\p{L}_][\p{L}\p{N}_]*/#) != nil
    return isWord && name != "inout" ? name : "`\(name)`"
  }
}

extension TokenSyntax {
  /// The identifier without backticks, since they do not belong to it.
  var name: String {
    let text = self.text
    return text.count > 2 && text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
  }
}
#endif
