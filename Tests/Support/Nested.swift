import Pledge

/// Runs `body` within `depth` nested handlers.
@Sendable package func nested(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  guard depth > 0 else { return body() }
  _ = Promise(value: 1).map { _ in nested(depth - 1, body) }
}
