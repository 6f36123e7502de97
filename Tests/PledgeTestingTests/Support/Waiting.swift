import Foundation
import Pledge
import PledgeTesting

/// Runs `body` 50 times, with a new clock each time, since threads take different turns.
func repeatedly(_ body: @Sendable (ManualClock) async throws -> Void) async throws {
  for _ in 0..<50 { try await body(ManualClock()) }
}

extension ManualClock {
  /// Returns a task that sleeps until `seconds` after the creation of the clock, when it does.
  func sleeper(until seconds: Int) async -> Task<Void, any Error> {
    let before = sleepers
    let task = Task { try await sleep(until: .init(offset: .seconds(seconds))) }
    await waitForSleepers(before + 1)
    return task
  }
}

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
