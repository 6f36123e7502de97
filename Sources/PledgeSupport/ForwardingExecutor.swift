/// An executor of tasks that hands its jobs over, to be run where and when the receiver chooses.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
package final class ForwardingExecutor: TaskExecutor {
  /// A part of a task that runs without suspending, or work of the runtime for an actor.
  package struct Job: Sendable {
    private let job: UnownedJob
    private let executor: ForwardingExecutor

    fileprivate init(_ job: UnownedJob, of executor: ForwardingExecutor) {
      self.job = job
      self.executor = executor
    }

    /// Runs the job on the current thread, even if that is running another task.
    ///
    /// Call this method or ``release()``, once.
    package func run() {
      // SAFETY: the executor hands each job over once, and its receiver runs or releases it once.
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }

    /// Lets the job run on the global executor.
    package func release() { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }

    /// The number of the task, which is public in this text only; `nil` for work of the runtime.
    package var task: UInt64? { UInt64("\(job)".filter(\.isWholeNumber)) }
  }

  private let receive: @Sendable (Job) -> Bool

  /// Creates an executor.
  ///
  /// - Parameter receive: A closure that takes a job, to run or release it exactly once, or returns
  ///   `false` to let it run on the global executor. Called on the thread that makes the task run,
  ///   possibly under a lock of the runtime.
  package init(_ receive: @escaping @Sendable (Job) -> Bool) {
    self.receive = receive
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = Job(UnownedJob(job), of: self)
    if !receive(job) { job.release() }
  }
}
