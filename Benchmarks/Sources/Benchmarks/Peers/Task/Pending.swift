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
