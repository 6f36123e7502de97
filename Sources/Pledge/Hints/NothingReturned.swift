// Closures that start work and return nothing.
//
// The forms for asynchronous closures would take them, and nothing would wait for the work: a queue
// would start the next operation at once.

/// Use a closure that returns a promise, or that awaits the work.
@available(
  *,
  deprecated,
  message: "Nothing waits for work that the closure does not return or await."
)
@_disfavoredOverload
public func retry(
  max: Int = 3,
  backoff: Backoff = .none,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  while shouldRetry: (@Sendable (any Error) -> Bool)? = nil,
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () throws -> Void
) -> Promise<Void> {
  retry(
    max: max,
    backoff: backoff,
    budget: budget,
    clock: clock,
    while: shouldRetry,
    file: file,
    line: line
  ) { Promise(file: file, line: line) { try operation() } }
}

extension PromiseQueue {
  /// Use a closure that returns a promise, or that awaits the work.
  @available(
    *,
    deprecated,
    message: "Nothing waits for work that the closure does not return or await."
  )
  @_disfavoredOverload
  public func add(
    priority: Int = 0,
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () throws -> Void
  ) -> Promise<Void> {
    add(priority: priority, timeout: timeout, file: file, line: line) {
      Promise(file: file, line: line) { try operation() }
    }
  }
}

extension Sequence where Element: Sendable {
  /// Use a closure that returns a promise, or that awaits the work.
  @available(
    *,
    deprecated,
    message: "Nothing waits for work that the closure does not return or await."
  )
  @_disfavoredOverload
  public func mapConcurrently(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) throws -> Void
  ) -> Promise<[Void]> {
    Array(self).mapConcurrently(limit: limit, file: file, line: line) { element in
      Promise(file: file, line: line) { try transform(element) }
    }
  }
}
