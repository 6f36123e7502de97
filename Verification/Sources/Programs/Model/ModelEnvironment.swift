import Pledge

/// A context of the model, whose jobs wait until the program runs or drops them.
final class ModelContext: @unchecked Sendable {
  private var jobs: [ModelJob] = []

  var isIdle: Bool { jobs.isEmpty }

  func enqueue(_ job: ModelJob) { jobs.append(job) }

  func takeJobs() -> [ModelJob] {
    defer { jobs = [] }
    return jobs
  }
}

/// A handler on its way to a context (6.5), or a cleanup that was sent there alone (9.1.6).
final class ModelJob {
  private let handler: () throws -> ModelPromise.Resolution
  private var stage: ModelPromise?
  private var cleanup: ModelCleanup?

  init(
    cleanup: ModelCleanup? = nil,
    _ handler: @escaping () throws -> ModelPromise.Resolution = { .nothing(isIgnored: false) }
  ) {
    (self.handler, self.cleanup) = (handler, cleanup)
  }

  /// Makes a stage whose source has settled wait for this job.
  func wait(with stage: ModelPromise) {
    self.stage = stage
    stage.cleanup = cleanup?.end()
    stage.continuation = { [handler] _ in try handler() }
    if case .running(isDiscardRequested: true) = stage.state { return stage.discardClaimed() }
    stage.state = .pending
  }

  /// Runs the handler; if the stage is settled otherwise, or about to be, only its cleanup (6.5.4).
  func run() {
    if let stage = stage.take(), stage.runHandler() { return }
    cleanup.take()?.run()
  }

  /// Drops the job: breaks the promise of the stage, and then runs the cleanup (9.1.7).
  func drop() {
    let stage = stage.take()
    stage?.breakPromise()
    cleanup.take()?.run()
  }
}

extension ModelPromise {
  /// Runs the handler of a stage whose source has settled before.
  ///
  /// - Returns: `false` if the stage is no longer pending.
  fileprivate func runHandler() -> Bool {
    guard case .pending = state, let continuation = continuation.take() else { return false }
    state = .running(isDiscardRequested: false)
    cleanup = nil
    ModelNesting.nested {
      if let outcome = resolve(ModelPromise.resolution(of: continuation, to: .success(0))) {
        publishAndServe(outcome, isHandled: marksHandled)
      }
    }
    return true
  }
}

/// A clock of the model, with timers that wait until the time is advanced.
///
/// Timers that are due fire when tasks run, in order.
final class ModelClock: @unchecked Sendable {
  /// The timers, in the order in which they started to sleep.
  private var timers: [(deadline: Int, promise: ModelPromise)] = []
  private var now = 0

  var isIdle: Bool { timers.isEmpty }

  /// Returns the promise of a timer: a root that can be stopped (6.3.7).
  func sleep(for delay: Int) -> ModelPromise {
    let timer = ModelPromise()
    timers.append((now + delay, timer))
    timer.onDiscard { [weak self, weak timer] in self?.timers.removeAll { $0.promise === timer } }
    return timer
  }

  func after(_ ticks: Int) -> ModelPromise {
    guard ticks > 0 else { return .settled(.success(0)) }
    return sleep(for: ticks).onValue { .settle(.success($0)) }
  }

  func advance(by delay: Int) { now += delay }

  func runTasks() {
    while let next = timers.indices.min(by: { timers[$0].deadline < timers[$1].deadline }),
      timers[next].deadline <= now
    {
      timers.remove(at: next).promise.settle(.success(0))
    }
  }
}

// MARK: - Operators with a context or a clock (3.6, 11.5)

extension ModelPromise {
  func map(on context: ModelContext, _ body: @escaping (Int) throws -> Int) -> ModelPromise {
    onValue { value in .send(ModelJob { .settle(.success(try body(value))) }, to: context) }
  }

  func ensure(on context: ModelContext, _ body: @escaping () -> Void) -> ModelPromise {
    func handler(outcome: Outcome) -> Resolution {
      body()
      return .settle(outcome)
    }
    return ensure(on: context, handler, cleanup: { .calling(body, before: $0) })
  }

  func ensureThen(
    on context: ModelContext,
    _ body: @escaping () throws -> ModelPromise
  ) -> ModelPromise {
    let cleanup = { ModelCleanup.finalizing(body, before: $0) }
    return ensure(on: context, { .finalizing(body, after: $0) }, cleanup: cleanup)
  }

  /// Returns a stage whose handler and cleanup each run as a job.
  private func ensure(
    on context: ModelContext,
    _ continuation: @escaping Continuation,
    cleanup: @escaping (_ next: ModelCleanup?) -> ModelCleanup
  ) -> ModelPromise {
    let kind = cleanup(nil).kind
    let sent = ModelCleanup(kind) { next in
      context.enqueue(ModelJob(cleanup: cleanup(kind == .lasting ? next : nil)))
      if kind == .brief { next?.run() }
    }
    return stage(cleanup: sent) { outcome in
      .send(ModelJob(cleanup: cleanup(nil)) { try continuation(outcome) }, to: context)
    }
  }

  func delay(_ ticks: Int, _ clock: ModelClock) -> ModelPromise {
    onValue { value in .follow(clock.after(ticks).onValue { _ in .settle(.success(value)) }) }
  }

  /// Returns a stage that a timer settles directly (11.5).
  func timeout(_ ticks: Int, _ clock: ModelClock) -> ModelPromise {
    guard outcome == nil else { return stage { .settle($0) } }
    let error = TimeoutError(limit: .seconds(ticks))
    guard ticks > 0 else {
      let limited = stage { .settle($0) }
      limited.settle(.failure(error))
      return limited
    }
    let timer = clock.sleep(for: ticks)
    let limited = ensure(as: .stop) { timer.discard() }
    limited.hasAlternatives = true
    timer.observed { outcome in limited.settle(outcome.flatMap { _ in .failure(error) }) }
    return limited
  }
}
