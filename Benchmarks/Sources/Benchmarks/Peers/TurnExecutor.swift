/// The most immediate executor for tasks: runs jobs one after the other on the calling thread.
///
/// It wakes no thread and takes no lock, so the figures are those of the tasks alone, and the same
/// in every run.
///
/// Not synchronized: it has one thread.
final class TurnExecutor: TaskExecutor, @unchecked Sendable {
  private var jobs: [UnownedJob] = []
  private var next = 0

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.append(UnownedJob(job))
  }

  /// Runs `work` as a task and waits for it.
  ///
  /// - Parameters:
  ///   - work: The work to run.
  ///   - idle: Called when every task is waiting. Has to end at least one wait.
  /// - Returns: The result of `work`.
  func run<Output: Sendable>(
    _ work: @escaping @Sendable () async -> Output,
    whenIdle idle: () -> Void = { fatalError("deadlock: every task is waiting") }
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
