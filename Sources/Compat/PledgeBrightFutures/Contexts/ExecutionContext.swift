internal import Foundation

/// Where callbacks run: a function that is given a task, and runs it once, now or later.
///
/// A context that drops its task drops the callback; what was to come of that never completes.
public typealias ExecutionContext = @Sendable (_ task: @escaping @Sendable () -> Void) -> Void

/// Runs a task before it returns, on the calling thread.
@preconcurrency public let immediateExecutionContext: ExecutionContext = { task in task() }

/// Runs a task before it returns if that is on the main thread, and later on the main queue if not.
@preconcurrency public let immediateOnMainExecutionContext: ExecutionContext = { task in
  isOnMain ? task() : DispatchQueue.main.async(execute: task)
}

/// Runs a task before it returns, unless tasks nest too deeply on this thread: on a global queue then.
@preconcurrency public let maxStackDepthExecutionContext: ExecutionContext = { task in
  TaskDepth.nest(task)
}

/// Returns the context of callbacks that name none, for who registers them here and now.
///
/// - Returns: The context of the main queue on the main thread, and of a global queue elsewhere.
@preconcurrency public func defaultContext() -> ExecutionContext { defaultQueue().context }

func defaultQueue() -> DispatchQueue { isOnMain ? .main : .global() }

/// Whether this is the main thread, or the main queue, which on Linux leaves that once an
/// asynchronous `main` has suspended.
var isOnMain: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) != nil
}

private let mainQueueMark = {
  let mark = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: mark, value: ())
  return mark
}()

/// How deeply the tasks of `maxStackDepthExecutionContext` nest on this thread.
private enum TaskDepth {
  static let limit = 20
  static let key = "PledgeBrightFutures.taskDepth"

  static func nest(_ task: @escaping @Sendable () -> Void) {
    let thread = Thread.current
    let depth = thread.threadDictionary[key] as? Int ?? 0
    guard depth <= limit else { return DispatchQueue.global().async(execute: task) }
    thread.threadDictionary[key] = depth + 1
    defer { thread.threadDictionary[key] = depth }
    task()
  }
}
