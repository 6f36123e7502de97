/// A context of the model, whose jobs wait until the program runs or drops them.
final class ModelContext: @unchecked Sendable {
  private var jobs: [ModelJob] = []

  var isIdle: Bool { jobs.isEmpty }

  func enqueue(_ job: ModelJob) { jobs.append(job) }

  func runAll() {
    for job in take() { job.run() }
  }

  func dropAll() {
    for job in take() { job.drop() }
  }

  private func take() -> [ModelJob] {
    defer { jobs = [] }
    return jobs
  }
}

/// A handler on its way to a context (6.5), or a cleanup that was sent there alone (9.1.6).
final class ModelJob {
  private let handler: (() throws -> ModelPromise.Resolution)?
  private var stage: ModelPromise?
  private var cleanup: ModelCleanup?
  /// The cleanup that waits for the end of one that was sent alone.
  private let next: ModelCleanup?

  init(cleanup: ModelCleanup, before next: ModelCleanup?) {
    handler = nil
    self.cleanup = cleanup
    self.next = next
  }

  init(cleanup: ModelCleanup?, _ handler: @escaping () throws -> ModelPromise.Resolution) {
    self.handler = handler
    self.cleanup = cleanup
    next = nil
  }

  /// Makes a stage whose source has settled wait for this job.
  func wait(with stage: ModelPromise) {
    self.stage = stage
    let handler = handler
    stage.cleanup = cleanup?.end()
    stage.continuation = { _ in try handler?() ?? .nothing(isIgnored: false) }
    if case .running(isDiscardRequested: true) = stage.state { return stage.discardClaimed() }
    stage.state = .pending
  }

  /// Runs the handler; if the stage is settled otherwise, or about to be, only its cleanup (6.5.4).
  func run() {
    if let stage = stage.take(), stage.runHandler() { return }
    cleanUp()
  }

  /// Drops the job: breaks the promise of the stage, and then runs the cleanup (9.1.7).
  func drop() {
    let stage = stage.take()
    stage?.breakPromise()
    cleanUp()
  }

  private func cleanUp() {
    let cleanup = cleanup.take()
    if handler == nil { cleanup?.run(before: next) } else { cleanup?.run() }
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
