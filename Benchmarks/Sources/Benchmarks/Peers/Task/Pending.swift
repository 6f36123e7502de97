/// A task that waits for somebody else, and what ends its wait.
struct Pending: Sendable {
  let task: Task<Int, Never>
  private let resumption: Resumption

  /// Starts the task.
  ///
  /// - Parameter start: Makes a task that does what it is given, at once, up to where that waits.
  init(start: (_ wait: @escaping @Sendable () async -> Int) -> Task<Int, Never>) {
    // Safe: the task has run up to its continuation when this goes on.
    nonisolated(unsafe) var resumption: Resumption?
    task = start { await Resumption.wait { unsafe resumption = $0 } }
    guard let resumption = unsafe resumption else { fatalError("the task did not start at once") }
    self.resumption = resumption
  }

  var value: Int {
    get async { await task.value }
  }

  func settle(_ value: Int) {
    resumption.resume(returning: value)
  }
}
