internal import Pledge

/// An executor as Pledge sees it.
private struct ExecutorContext: ExecutionContext {
  let executor: Executor

  func run(_ work: @escaping @Sendable () -> Void) {
    executor.execute(work)
  }
}

extension Executor {
  /// Runs `body` in a handler of a promise, which lets no more than a few of them nest.
  ///
  /// - Parameters:
  ///   - token: If cancellation has been requested when `body` is about to run, it does not.
  ///   - file: The place that is named if the executor loses `body`.
  ///   - line: The line of that place.
  ///   - body: What to run; a ``CancelledError`` that it throws becomes a cancellation.
  /// - Returns: What `body` returns, or a promise for it.
  /// - Throws: What `body` throws, if it runs at once.
  func start<Value: Sendable>(
    unless token: CancellationToken? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Promise<Value>
  ) throws -> Promise<Value> {
    if runsAtOnce { return try Cancellation.translating { try token.checked(body) } }
    let start = Promise(value: (), file: file, line: line)
    return start.flatMap(on: ExecutorContext(executor: self)) { _ in
      try Cancellation.translating { try token.checked(body) }
    }
  }

  private var runsAtOnce: Bool {
    switch self {
    case .default, .immediate: true
    case .mainThread: isOnMain
    default: false
    }
  }
}

extension CancellationToken? {
  /// Whether there is one, and cancellation has been requested.
  var isRequested: Bool { self?.isRequested ?? false }

  /// Returns what `body` returns, unless cancellation has been requested.
  fileprivate func checked<Output>(_ body: () throws -> Output) throws -> Output {
    try self?.throwIfRequested()
    return try body()
  }
}
