/// Swift's `Task`: a handle on a value that will be there, fed by a continuation, on the most immediate
/// executor there is.
enum TaskPeer {
  static let executor = TurnExecutor()

  /// What the task `work` collects.
  static func checksum(_ work: @escaping @Sendable () async -> Void) -> Int {
    Checksum.of { executor.run(work) }
  }

  /// What `operation` collects when it is done `count` times, with 0, 1, 2 …
  static func checksum(
    _ count: Int,
    _ operation: @escaping @Sendable (Int) async -> Void
  ) -> Int {
    checksum { for index in 0..<count { await operation(index) } }
  }

  /// A task that runs until it has to wait before this returns, as operators do.
  static func stage<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never> {
    Task.immediate(executorPreference: executor, operation: work)
  }

  /// A task that waits for somebody else, and what ends its wait.
  static func pending() -> (task: Task<Int, Never>, resume: UnsafeContinuation<Int, Never>) {
    // Safe: the task has run up to its continuation when this goes on.
    nonisolated(unsafe) var continuation: UnsafeContinuation<Int, Never>?
    let task = stage { unsafe await withUnsafeContinuation { unsafe continuation = $0 } }
    guard let continuation = unsafe continuation else { fatalError("the task did not start") }
    return unsafe (task, continuation)
  }
}
