import PledgeBrightFutures
import TestSupport

/// A context that keeps its tasks until they are released, one by one.
final class Gate: Sendable {
  private let tasks = Locked<[@Sendable () -> Void]>([])

  var context: ExecutionContext {
    { task in self.tasks.withLock { $0.append(task) } }
  }

  var count: Int { tasks.value.count }

  func run() {
    let released = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in released { task() }
  }
}
