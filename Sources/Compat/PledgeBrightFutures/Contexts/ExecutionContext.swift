internal import Foundation
internal import Pledge

/// The context of a callback: a function that receives a task and runs it once, now or later.
///
/// A context that drops its task drops the callback, and futures derived from that callback never
/// complete.
public typealias ExecutionContext = @Sendable (_ task: @escaping @Sendable () -> Void) -> Void

/// Runs a task synchronously, on the calling thread.
@preconcurrency public let immediateExecutionContext: ExecutionContext = { task in task() }

/// Runs a task synchronously on the main thread, and otherwise asynchronously on the main queue.
@preconcurrency public let immediateOnMainExecutionContext: ExecutionContext = { task in
  isOnMain ? task() : DispatchQueue.main.async(execute: task)
}

/// Runs a task synchronously, or on a global queue if tasks nest too deeply on this thread.
@preconcurrency public let maxStackDepthExecutionContext: ExecutionContext = { task in
  TaskDepth.nest(task)
}

/// Returns the context for callbacks that name none, chosen at registration.
///
/// - Returns: The context of the main queue on the main thread, and of a global queue elsewhere.
@preconcurrency public func defaultContext() -> ExecutionContext { defaultQueue().context }

func defaultQueue() -> DispatchQueue { isOnMain ? .main : .global() }

var isOnMain: Bool { Thread.isMainThread || isOnMainQueue }

/// The nesting depth of the tasks of `maxStackDepthExecutionContext` on each thread.
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
