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

  static func fanIn(_ count: Int, size: Int) -> Int {
    checksum {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in pending() }
        let last = stage {
          var values: [Int] = []
          for source in sources { values.append(await source.value) }
          collect(values.reduce(0, +))
        }
        for (source, index) in zip(sources, group) { source.settle(index) }
        await last.value
      }
    }
  }

  static func awaitSettled(_ count: Int) -> Int {
    checksum {
      let task = stage { 1 }
      for _ in 0..<count { collect(await task.value) }
    }
  }

  static func awaitTask(_ count: Int) -> Int {
    checksumInPool {
      for _ in 0..<count { collect((try? await Task { try await one() }.value) ?? 0) }
    }
  }

  static func awaitPending(_ count: Int) -> Int {
    checksum {
      for _ in 0..<count { collect(await Task(executorPreference: executor) { 1 }.value) }
    }
  }

  static func deepSettle(_ count: Int) -> Int {
    checksum {
      let root = pending()
      var last = root.task
      for _ in 0..<count { last = stage { [last] in await last.value + 1 } }
      root.settle(0)
      collect(await last.value)
    }
  }

  static func loopSettled(_ count: Int) -> Int {
    checksum { _ = await turn(count).value }
  }

  /// Returns a task that is not started immediately, because tasks that start each other would
  /// nest.
  private static func turn(_ left: Int) -> Task<Int, Never> {
    Task(executorPreference: executor) {
      guard left > 0 else { return 0 }
      collect(1)
      return await turn(left - 1).value
    }
  }
}

/// A task that waits, and the continuation that ends its wait.
struct Pending: Sendable {
  let task: Task<Int, Never>
  private let resumption: Resumption

  /// Starts the task.
  ///
  /// - Parameter start: Creates a task that runs its closure immediately, up to the first wait.
  init(start: (_ wait: @escaping @Sendable () async -> Int) -> Task<Int, Never>) {
    // Safe: the task has reached its continuation when `start` returns.
    nonisolated(unsafe) var resumption: Resumption?
    task = start { await Resumption.wait { unsafe resumption = $0 } }
    guard let resumption = unsafe resumption else { fatalError("the task did not start") }
    self.resumption = resumption
  }

  var value: Int {
    get async { await task.value }
  }

  func settle(_ value: Int) {
    resumption.resume(returning: value)
  }
}

/// An unsafe continuation, the fastest kind.
///
/// Every wait here is resumed exactly once.
@safe
struct Resumption: Sendable {
  private let continuation: UnsafeContinuation<Int, Never>

  /// Waits until ``resume(returning:)`` is called on the argument of `body`.
  @inline(__always)
  static func wait(_ body: (Resumption) -> Void) async -> Int {
    unsafe await withUnsafeContinuation { unsafe body(Resumption(continuation: $0)) }
  }

  func resume(returning value: Int) {
    unsafe continuation.resume(returning: value)
  }
}
