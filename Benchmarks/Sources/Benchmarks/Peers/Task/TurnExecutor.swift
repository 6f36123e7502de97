/// The most immediate executor that tasks can have: the thread that asks, one job after the other.
///
/// No thread is woken and no lock is taken, so the figures are those of the tasks alone, and the same
/// in every run.
///
/// Not synchronised: it has one thread.
final class TurnExecutor: TaskExecutor, @unchecked Sendable {
  private var jobs: [UnownedJob] = []
  private var next = 0

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.append(UnownedJob(job))
  }

  /// Runs `work` as a task and waits for it.
  ///
  /// - Parameters:
  ///   - work: What to run.
  ///   - idle: Called when every task waits for something; has to end one wait at least.
  /// - Returns: What `work` returns.
  func run<Output: Sendable>(
    _ work: @escaping @Sendable () async -> Output,
    whenIdle idle: () -> Void = { fatalError("every task waits, and nobody is left to settle") }
  ) -> Output {
    // Safe: the task runs on this thread.
    nonisolated(unsafe) var output: Output?
    Task(executorPreference: self) { unsafe output = await work() }
    while true {
      runJobs()
      if let output = unsafe output { return output }
      idle()
    }
  }

  private func runJobs() {
    while next < jobs.count {
      let job = jobs[next]
      next += 1
      if next == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        next = 0
      }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
