import Foundation
import Pledge

/// Returns a promise for what `work` returns on a thread of its own, which no task runs on.
@discardableResult
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) -> Promise<Value> {
  Promise { (resolver: Resolver<Value>) in
    Thread.detachNewThread { resolver.settle(Result(catching: work)) }
  }
}

/// Runs `work` that often, on several threads at once, and waits for the end.
func concurrently(_ times: Int, _ work: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: times, execute: work)
}

/// A task that is cancelled before it begins `work`.
func cancelledTask(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
  let task = Task {
    while !Task.isCancelled { await Task.yield() }
    try await work()
  }
  task.cancel()
  return task
}
