import Foundation
import Pledge

/// Runs `work` on a new thread, outside of any task, and returns a promise for its result.
@discardableResult
func detachThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) -> Promise<Value> {
  Promise { (resolver: Resolver<Value>) in
    Thread.detachNewThread { resolver.settle(with: Result(catching: work)) }
  }
}

/// Returns a task that is canceled before it begins `work`.
func cancelledTask(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
  let task = Task {
    while !Task.isCancelled { await Task.yield() }
    try await work()
  }
  task.cancel()
  return task
}
