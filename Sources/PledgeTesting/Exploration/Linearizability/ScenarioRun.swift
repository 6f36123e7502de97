internal import PledgeSupport

/// A scenario in one ordering.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
struct ScenarioRun<Object: Sendable, Model: Equatable & Sendable>: Sendable {
  /// The calls of each task.
  let calls: [[ModeledOperation<Object, Model>.Call]]
  let history: Locked<History<Object, Model>>
  let object: Object
  let world: Exploration.World
  private let tasks = Locked<[Task<Void, Never>]>([])

  /// Makes the calls; returns their history once nothing is left to happen.
  func run() async -> History<Object, Model> {
    for task in calls.indices { begin(0, of: task) }
    await world.runUntilIdle()
    change { $0.isComplete = true }
    // Promises that calls still await would count as left pending.
    let tasks = tasks.withLock { $0 }
    world.context("end").run { for task in tasks { task.cancel() } }
    return history.withLock { $0 }
  }

  /// Starts a task for a call, which then starts the next one: each call is an event of its own.
  private func begin(_ index: Int, of task: Int) {
    guard index < calls[task].count else { return }
    let call = calls[task][index]
    let executor = RuntimeHooks.support.hasTasks ? nil : world.executor
    let handle = Task(executorPreference: executor) {
      guard let entry = change({ $0.invoke(call, by: task) }) else { return }
      let response = await call.run(object)
      change { $0.respond(response, to: entry) }
      begin(index + 1, of: task)
    }
    tasks.withLock { $0.append(handle) }
    guard call.isCanceled else { return }
    // As a whole: the runtime holds a lock while handlers of the cancellation run.
    world.context("cancellation \(task)").run {
      change { $0.cancel(by: task) }
      handle.cancel()
    }
  }

  /// Changes the history after the time that has passed; returns `nil` if it is complete.
  @discardableResult
  private func change<Output>(_ edit: (inout History<Object, Model>) -> Output) -> Output? {
    let instants = world.state.withLock { $0.agenda.instants }
    return history.withLock { history in
      if history.isComplete { return nil }
      history.pass(instants)
      return edit(&history)
    }
  }
}
