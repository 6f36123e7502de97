/// The caller that made a promise, and the function of Pledge that it called.
struct Caller: Sendable, Equatable {
  /// The innermost function outside Pledge, such as `Loader.load(_:) at Loader.swift:40`.
  var text: String?
  /// The function of Pledge that it called, such as `validate`.
  var `operator`: String?

  /// Finds the caller and the operator among the functions, innermost first.
  ///
  /// - Parameters:
  ///   - symbols: The functions.
  ///   - sources: The path of the folder of Pledge's sources.
  init(_ symbols: some Sequence<Symbol>, sources: String) {
    var outermost: Symbol?
    for symbol in symbols where symbol.isWritten {
      guard symbol.isPledge(sources: sources) else {
        text = symbol.text
        `operator` = outermost?.functionName
        return
      }
      outermost = symbol
    }
  }

  /// Creates an unknown caller.
  init() {}
}
