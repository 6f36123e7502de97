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
  /// They fire in a task, not within the call that advances the clock, because a handler may advance
  /// the clock, and no handler should run inside another one. A task fires several, because each
  /// task waits for its turn, which takes long while many tests run. After these, the next task lets
  /// others make progress, even if timers without a delay follow each other. A task that yields
  /// would not do: `Task.yield` bypasses the executors that some tests replace.
  func fireTimers() {
    for _ in 0..<64 {
      guard let timer = change({ $0.nextDueTimer() }) else { return }
      timer.resolve()
    }
    Task { fireTimers() }
  }
}
