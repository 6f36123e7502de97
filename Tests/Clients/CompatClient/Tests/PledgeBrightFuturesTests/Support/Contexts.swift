import Foundation
import PledgeBrightFutures

/// A context that keeps its tasks until they are released, one by one.
final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var tasks: [@Sendable () -> Void] = []

  var context: ExecutionContext {
    { task in self.lock.withLock { self.tasks.append(task) } }
  }

  var count: Int { lock.withLock { tasks.count } }

  func run() {
    let tasks = lock.withLock {
      defer { self.tasks = [] }
      return self.tasks
    }
    for task in tasks { task() }
  }

  func drop() {
    let dropped = lock.withLock {
      defer { self.tasks = [] }
      return self.tasks
    }
    _ = dropped
  }
}

/// A queue that can detect whether code runs on it.
struct MarkedQueue: Sendable {
  private static let key = DispatchSpecificKey<String>()
  let queue: DispatchQueue

  init(_ name: String, attributes: DispatchQueue.Attributes = []) {
    queue = DispatchQueue(label: name, attributes: attributes)
    queue.setSpecific(key: MarkedQueue.key, value: name)
  }

  static var current: String? { DispatchQueue.getSpecific(key: key) }
}
