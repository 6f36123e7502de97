import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Whether tasks can have an executor; elsewhere, a world runs none.
let tasksHaveExecutors =
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { true } else { false }

/// Whether reports name exact places, which those of optimized code do not.
let reportsHaveLines: Bool = {
  #if DEBUG
  true
  #else
  false
  #endif
}()

/// Explores an asynchronous `operation` where tasks can have an executor.
@discardableResult
func exploreTasks(
  by strategy: Exploration.Strategy = .exhaustive,
  within budget: Exploration.Budget = .orderings(10_000),
  timers: Exploration.Timers = .afterJobs,
  sharing: Exploration.Sharing = .everything,
  _ operation: @escaping @Sendable (Exploration.World) async throws -> Void
) throws -> Exploration.Report {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
    throw CancellationError()
  }
  return try explore(
    by: strategy,
    within: budget,
    timers: timers,
    sharing: sharing,
    operation: operation
  )
}

extension Exploration.World {
  /// Runs a number of jobs, each on a context of its own.
  func run(jobs count: Int) {
    for number in 0..<count { context("\(number)").run {} }
    run()
  }

  /// Starts a task on the executor of the world.
  @discardableResult
  func start(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return Task(operation: body)
    }
    return Task(executorPreference: executor, operation: body)
  }

  /// Waits until everything that is due has happened.
  nonisolated(nonsending) func rest() async {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    await runUntilIdle()
  }
}

/// The problems of the first ordering that fails.
func problems(_ body: (Exploration.World) throws -> Void) -> [String] {
  do {
    try explore(body)
    return []
  } catch { return (error as? ExplorationError)?.problems ?? ["\(error)"] }
}
