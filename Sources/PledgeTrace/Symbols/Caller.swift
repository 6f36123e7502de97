internal import Pledge

/// What the calls that led to a promise say: who asked for it, and by which function of Pledge.
struct Caller: Sendable, Equatable {
  /// The first one that is not Pledge's own, such as `Loader.load(_:) at Loader.swift:40`.
  var text: String?
  /// The function of Pledge that it called, such as `validate`.
  var `operator`: String?

  /// Finds both among the functions, innermost first.
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

  /// Nobody is known.
  init() {}
}
