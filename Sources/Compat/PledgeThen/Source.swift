internal import Pledge
internal import PledgeSupport

/// The head of a chain, independent of its value type.
protocol Origin: AnyObject, Sendable {
  var isStarted: Bool { get }
  /// The last reported progress.
  var progress: Float { get }
  func start()
  func onProgress(_ block: @escaping @Sendable (Float) -> Void)
}

/// Work that starts on demand, and runs again if it fails and may be retried.
final class Source<T>: Origin {
  typealias Inner = Promise<T>.Inner
  /// Starts one attempt and passes it to ``follow(_:)``.
  typealias Work = @Sendable (Source<T>) -> Void

  let inner: Inner
  private let plan: Locked<Plan<T>>

  init(_ inner: Inner, _ work: @escaping Work, isRepeatable: Bool, runs: UInt) {
    self.inner = inner
    plan = Locked(Plan(work: work, isRepeatable: isRepeatable, allowed: runs))
  }

  deinit {
    // Running work retains the source, so a pending source was never started.
    if inner.isPending { inner.reject(NeverStarted()) }
  }

  var isStarted: Bool { plan.withLock { $0.isStarted } }
  var progress: Float { plan.withLock { $0.progress } }

  func start() {
    guard inner.isPending else { return }
    plan.withLock { $0.begin() }?(self)
  }

  /// Settles like `attempt`, or runs the work again if it fails and there are runs left.
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
    // Reading an error marks it as handled: the promise itself may have been deallocated.
    _ = inner.result
  }

  /// Releases everything that a settled promise does not need.
  func finish() {
    let isFulfilled = inner.isFulfilled
    let unneeded = plan.withLock { $0.finish(keepsWork: !isFulfilled) }
    withExtendedLifetime(unneeded) {}
  }

  /// Sets the total number of runs.
  ///
  /// - Returns: The work and the number of remaining runs, if there are any.
  func allow(_ runs: UInt) -> (work: Work, runs: UInt)? {
    plan.withLock { $0.allow(runs) }
  }

  func report(_ progress: Float) {
    // The original does not report a progress of 0.
    guard inner.isPending else { return }
    for block in plan.withLock({ $0.report(progress) }) where progress != 0 { block.run(progress) }
  }

  func onProgress(_ block: @escaping @Sendable (Float) -> Void) {
    guard inner.isPending else { return }
    plan.withLock { $0.add(ProgressBlock(run: block)) }
    // If the promise was settled concurrently, the plan would retain the block forever.
    if !inner.isPending { finish() }
  }
}
