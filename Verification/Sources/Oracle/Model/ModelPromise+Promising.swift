extension ModelPromise: Promising {
  static func pending(line: UInt) -> (ModelPromise, ModelResolver) {
    let promise = ModelPromise(line: line)
    return (promise, ModelResolver(promise))
  }

  static func settled(_ outcome: Result<Int, any Error>, line: UInt) -> ModelPromise {
    let promise = ModelPromise(line: line)
    promise.state = .settled(outcome)
    return promise
  }

  static func stoppable(
    line: UInt,
    _ stop: @escaping @Sendable () -> Void
  ) -> ModelPromise {
    let promise = ModelPromise(line: line)
    promise.onDiscard(stop)
    return promise
  }

  static func lazy(
    line: UInt,
    _ start: @escaping @Sendable () throws -> ModelPromise
  ) -> ModelPromise {
    let promise = ModelPromise(line: line, endsWithConsumers: true)
    promise.isLazy = true
    promise.start = { promise in
      do {
        promise.settle(asStarted: try start())
      } catch {
        promise.settle(.failure(error))
      }
    }
    return promise
  }

  // A lazy promise cannot be settled directly.
  func resolve(_ value: Int) { if !isLazy { settle(.success(value)) } }
  func reject(with error: any Error) { if !isLazy { settle(.failure(error)) } }
  func share() { isShared = true }
  func ignoreErrors() { observed { _ in } }

  func chain(to other: ModelPromise) {
    if !isLazy, outcome == nil { settle(as: other) }
  }

  func settle(as other: ModelPromise) {
    let link = other.observed { outcome in self.settle(outcome) }
    addDependencies([link])
    breakCycle(through: link)
  }

  /// The outcome, or `nil` while pending.
  var outcome: Outcome? {
    if case .settled(let outcome) = state { outcome } else { nil }
  }

  var reading: Reading {
    isHandled = isHandled || outcome != nil
    return Reading(outcome)
  }

  var statusSnapshot: Reading {
    if case .failure = outcome { .error("?") } else { Reading(outcome) }
  }

  var livenessCheck: () -> Bool {
    { [weak self] in self != nil }
  }
}

/// The resolver of a promise of the model.
final class ModelResolver: Settling {
  private let promise: ModelPromise

  init(_ promise: ModelPromise) {
    self.promise = promise
  }

  deinit {
    promise.breakPromise()
  }

  func resolve(_ value: Int) -> Bool { promise.settle(.success(value)) }

  func reject(_ reason: (any Sendable)?) -> Bool {
    guard let error = reason as? any Error else { preconditionFailure("programs reject by errors") }
    return promise.settle(.failure(error))
  }

  func onDiscard(_ body: @escaping @Sendable () -> Void) { promise.onDiscard(body) }
}

/// The objects that the model's promises share in a program.
final class ModelEnvironment: ProgramEnvironment, @unchecked Sendable {
  let clock = ModelClock()
  let context = ModelContext()
  let queue = ModelQueue(limit: 2)
  let flights = ModelFlights()

  /// Creates an environment in its initial state.
  init() {}

  func runTasks() { clock.runTasks() }
  func advance(by ticks: Int) { clock.advance(by: ticks) }
  func runJobs() { context.runAll() }
  func dropJobs() { context.dropAll() }
  func pauseQueue() { queue.isPaused = true }
  func resumeQueue() { queue.resume() }
  func discardQueue() { queue.discardAll() }
  var isIdle: Bool { clock.isIdle && context.isIdle }
}
