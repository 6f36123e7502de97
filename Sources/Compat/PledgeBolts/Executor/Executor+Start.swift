internal import Pledge

/// Adapts an executor to Pledge's execution contexts.
private struct ExecutorContext: ExecutionContext {
  let executor: Executor

  func run(_ work: @escaping @Sendable () -> Void) {
    executor.execute(work)
  }
}

extension Executor {
  /// Runs `body` in a promise handler, so that the nesting limit applies.
  ///
  /// - Parameters:
  ///   - token: If cancellation was requested by the time `body` is due, `body` does not run.
  ///   - file: The file to report if the executor drops `body`.
  ///   - line: The line to report if the executor drops `body`.
  ///   - body: The closure to run. If it throws ``CancelledError``, the promise is canceled.
  /// - Returns: The promise that `body` returns, or one that follows it.
  /// - Throws: Rethrows errors of `body` if it runs synchronously.
  func start<Value: Sendable>(
    unless token: CancellationToken? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Promise<Value>
  ) throws -> Promise<Value> {
    if runsSynchronously { return try Cancellation.translating { try token.checked(body) } }
    let start = Promise(value: (), file: file, line: line)
    return start.flatMap(on: ExecutorContext(executor: self)) { _ in
      try Cancellation.translating { try token.checked(body) }
    }
  }

  private var runsSynchronously: Bool {
    switch self {
    case .default, .immediate: true
    case .mainThread: isOnMain
    default: false
    }
  }
}

extension CancellationToken? {
  /// Whether there is a token and its cancellation has been requested.
  var isRequested: Bool { self?.isRequested ?? false }

  /// Returns the result of `body`, or throws if cancellation has been requested.
  fileprivate func checked<Output>(_ body: () throws -> Output) throws -> Output {
    try self?.throwIfRequested()
    return try body()
  }
}
