internal import PledgeSupport

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Exploration.World {
  /// An executor for tasks, whose jobs run in ``run()``, on the thread that explores.
  ///
  ///     try explore { world in
  ///       let load = world.pending(User.self, .value(guest))
  ///       Task(executorPreference: world.executor) { note(try await load.value.name) }
  ///       world.run()
  ///     }
  ///
  /// From one suspension to the next, a task is a job, and the jobs of several tasks run in any
  /// order, as on the global executor. Child tasks and actors without an executor of their own use
  /// the executor, too. Where the concurrency runtime has no hooks, this is the only way to explore
  /// tasks: there, `Task { }`, the main actor, and `Task.sleep` without ``clock`` are outside.
  public var executor: any TaskExecutor { ForwardingExecutor { self.add($0) } }

  /// Waits until everything that is due has happened, as in ``run()``; for tasks on ``executor``.
  public nonisolated(nonsending) func runUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.agenda.isOver { state.waiters.append(continuation) }
        return state.agenda.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// Adds a job of a task; returns `false` if the ordering is over.
  private func add(_ job: ForwardingExecutor.Job) -> Bool {
    if state.withLock({ $0.agenda.isOver }) { return false }
    noteThread("a task was resumed")
    return state.withLock { state in
      let number = state.agenda.number(ofTask: job.task ?? 0)
      return state.agenda.add(
        Agenda.TaskJob(
          stop: Stop(task: number, cause: isTracing ? cause : nil),
          work: { job.run() },
          release: { job.release() }
        )
      )
    }
  }

  /// Runs `body` as a task, and everything that happens before or after its end.
  ///
  /// - Throws: The error thrown by `body`.
  func run(_ body: @escaping @Sendable (Exploration.World) async throws -> Void) throws {
    let result = Locked<Result<Void, any Error>?>(nil)
    let executor = RuntimeHooks.support.hasTasks ? nil : executor
    state.withLock { $0.trace.names.body = $0.agenda.taskNumbers.count + 1 }
    let task = Task(executorPreference: executor) {
      do {
        try await body(self)
        result.withLock { $0 = .success(()) }
      } catch { result.withLock { $0 = .failure(error) } }
    }
    run()
    if let result = result.withLock({ $0 }) { return try result.get() }
    // The task may wait for the world, which is about to be abandoned.
    task.cancel()
    if !state.withLock({ $0.hasReachedLimit }) { noteUnfinishedBody() }
  }

  private func noteUnfinishedBody() {
    let unconsumed = watch.state.withLock { $0.unconsumed }
    let causes = (unconsumed + [RuntimeHooks.support.outside]).joined(separator: ", or ")
    state.withLock { state in
      state.problems.append("\(ExplorationError.unfinished): it waits for \(causes)")
      state.hasUnfinishedBody = true
      state.trace.waits = state.trace.names.waits
    }
  }
}

extension Exploration.World {
  /// Resumes the tasks that wait until everything has happened.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  func resumeWaiters() -> Bool {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
    return !waiters.isEmpty
  }
}
