/// Swift's `Task`: a handle on a value that will be there, fed by a continuation, on the most immediate
/// executor there is.
enum TaskPeer {
  static let executor = TurnExecutor()

  /// What the task `work` collects.
  static func checksum(_ work: @escaping @Sendable () async -> Void) -> Int {
    Checksum.of { executor.run(work) }
  }

  /// What `operation` collects, done `count` times, with 0, 1, 2 and so on.
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

  /// Same as the other one, for what may fail.
  static func stage<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    Task.immediate(executorPreference: executor, operation: work)
  }

  /// A stage that waits until it is settled by hand.
  static func pending() -> Pending {
    Pending { wait in stage(wait) }
  }
}
