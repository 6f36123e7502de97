public import Pledge
internal import PledgeSupport

extension ManualClock: TimerClock {
  @usableFromInline
  package func addTimer(
    until deadline: Instant,
    _ makePromise: (_ remove: @escaping @Sendable () -> Void) -> Promise<Void>
  ) -> Promise<Void> {
    let id = state.withLock { $0.nextID() }
    // Like a task that sleeps, the timer keeps the clock until it ends. The removed timer is
    // released after unlocking.
    let promise = makePromise { _ = self.change { $0.remove(id) } }
    change { $0.add(id, until: deadline, promise) }
    return promise
  }

  /// Fires the timers that are due, one after another, until none is left.
  ///
  /// They fire in a task, not within the call that advances the clock, because a handler may
  /// advance the clock, and no handler should run inside another one. A task fires several, because
  /// each task waits for its turn, which takes long while many tests run. After these, the next
  /// task lets others make progress, even if timers without a delay follow each other. A task that
  /// yields would not do: `Task.yield` bypasses the executors that some tests replace.
  func fireTimers() {
    let areLeft = AttemptTasks.belonging(to: self) { fireSome() }
    if areLeft { Task { fireTimers() } }
  }

  /// Returns whether timers may be left.
  private func fireSome() -> Bool {
    for _ in 0..<64 {
      guard let timer = change({ $0.nextDueTimer() }) else { return false }
      timer.resolve()
    }
    return true
  }
}

// MARK: - Tasks

extension ManualClock {
  /// Starts a task on an executor that tells the clock when the task rests: when it has ended, or
  /// waits, also for this clock.
  ///
  /// Its child tasks, and the actors without an executor of their own that it calls, use the
  /// executor, too.
  package func startTask(_ operation: @escaping AttemptTasks.Operation) -> Task<Void, Never> {
    guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else {
      return Task(operation: operation)
    }
    let executor = ForwardingExecutor { job in
      self.state.withLock { $0.beginJob() }
      // Takes a turn on the global executor, as the job would without this executor.
      Task.detached {
        job.run()
        self.change { $0.endJob() }
      }
      return true
    }
    state.withLock { $0.beginTask() }
    return Task(executorPreference: executor) {
      await operation()
      self.state.withLock { $0.endTask() }
    }
  }
}
