/// The nesting of handlers, which ends at the same depth as in the library (3.4).
final class ModelNesting {
  private var depth = 0
  private var deferred: [() -> Void] = []

  private static let limit = 48

  private static var current: ModelNesting? { Ledger.current?.nesting }

  static var isAtLimit: Bool { current.map { $0.depth >= limit } ?? false }

  /// Runs `body`, for a handler or a start, `levels` deeper, and then, if it was the outermost one,
  /// what has been deferred.
  static func nested<Value>(_ levels: Int = 1, _ body: () -> Value) -> Value {
    guard let current, levels > 0 else { return body() }
    current.depth += levels
    let value = body()
    current.depth -= levels
    if current.depth == 0, !current.deferred.isEmpty { current.runDeferred() }
    return value
  }

  /// Runs `body` when the outermost handler returns.
  static func later(_ body: @escaping () -> Void) { current?.deferred.append(body) }

  private func runDeferred() {
    depth = 1
    while !deferred.isEmpty { deferred.removeFirst()() }
    depth = 0
  }
}
