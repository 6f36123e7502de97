internal import Pledge

internal import class PledgeCore.Locked

/// The head of a chain, as all promises derived from it see it.
protocol Origin: AnyObject, Sendable {
  var isStarted: Bool { get }
  /// The latest report.
  var progress: Float { get }
  func start()
  func onProgress(_ block: @escaping @Sendable (Float) -> Void)
}

/// Work that starts when somebody asks for it, and again when it fails and may be retried.
final class Source<T>: Origin {
  typealias Inner = Promise<T>.Inner
  /// Starts one attempt, and hands it to ``follow(_:)``.
  typealias Work = @Sendable (Source<T>) -> Void

  let inner: Inner
  private let plan: Locked<Plan<T>>

  init(_ inner: Inner, _ work: @escaping Work, isRepeatable: Bool, runs: UInt) {
    self.inner = inner
    plan = Locked(Plan(work: work, isRepeatable: isRepeatable, allowed: runs))
  }

  deinit {
    // Once started, what is under way holds this: so that has never been.
    if inner.isPending { inner.reject(NeverStarted()) }
  }

  var isStarted: Bool { plan.withLock { $0.isStarted } }
  var progress: Float { plan.withLock { $0.progress } }

  func start() {
    guard inner.isPending else { return }
    plan.withLock { $0.begin() }?(self)
  }

  /// Settles as `attempt` does, or runs the work again if it fails and there are runs left.
  func follow(_ attempt: Pledge.Future<UncheckedSendable<T>>) {
    attempt.observe { [self] outcome in
      switch outcome {
      case .success(let value): end { inner.resolve(value) }
      case .failure(let error):
        if inner.isPending, !error.isBrokenPromise, let work = plan.withLock({ $0.retry() }) {
          work(self)
        } else {
          end { inner.reject(error) }
        }
      }
    }
  }

  private func end(_ settle: () -> Void) {
    settle()
    finish()
    // To read an error is to hear of it: the promise itself may have gone.
    _ = inner.result
  }

  /// Lets go of what a settled promise does not need.
  func finish() {
    let isFulfilled = inner.isFulfilled
    let garbage = plan.withLock { $0.finish(keepsWork: !isFulfilled) }
    withExtendedLifetime(garbage) {}
  }

  /// Allows so many runs in all.
  ///
  /// - Returns: The work and how many runs are left, if there are any.
  func allow(_ runs: UInt) -> (work: Work, runs: UInt)? {
    plan.withLock { $0.allow(runs) }
  }

  func report(_ progress: Float) {
    // The original tells of nothing while nothing is done.
    guard inner.isPending else { return }
    for block in plan.withLock({ $0.report(progress) }) where progress != 0 { block.run(progress) }
  }

  func onProgress(_ block: @escaping @Sendable (Float) -> Void) {
    guard inner.isPending else { return }
    plan.withLock { $0.add(ProgressBlock(run: block)) }
    // Settled meanwhile, it would keep the block for ever.
    if !inner.isPending { finish() }
  }
}
