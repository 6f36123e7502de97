import Dispatch

/// Swift's `Task`: a handle on a future value, fed by a continuation, on the most immediate
/// executor.
enum TaskPeer {
  static let executor = TurnExecutor()

  /// Returns the checksum of the task `work`.
  static func checksum(_ work: @escaping @Sendable () async -> Void) -> Int {
    Checksum.of { executor.run(work) }
  }

  /// Returns the checksum of the task `work` in the pool of threads, where tasks without a
  /// preference run.
  static func checksumInPool(_ work: @escaping @Sendable () async -> Void) -> Int {
    Checksum.of {
      let done = DispatchSemaphore(value: 0)
      Task {
        await work()
        done.signal()
      }
      done.wait()
    }
  }

  /// Returns the checksum of `operation`, run `count` times with 0, 1, 2, and so on.
  static func checksum(
    _ count: Int,
    _ operation: @escaping @Sendable (Int) async -> Void
  ) -> Int {
    checksum { for index in 0..<count { await operation(index) } }
  }

  /// Returns a task that runs up to its first wait before this returns, as operators do.
  static func stage<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never> {
    Task.immediate(executorPreference: executor, operation: work)
  }

  /// The same for work that may fail.
  static func stage<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    Task.immediate(executorPreference: executor, operation: work)
  }

  /// Returns a stage that waits until it is settled.
  static func pending() -> Pending {
    Pending { wait in stage(wait) }
  }
}
