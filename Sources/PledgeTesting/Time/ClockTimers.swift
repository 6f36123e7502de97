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
  /// advance the clock, and no handler should run inside another one. A yield after each timer lets
  /// other tasks make progress if timers without a delay follow each other.
  func fireTimers() async {
    while let timer = change({ $0.nextDueTimer() }) {
      timer.resolve()
      await Task.yield()
    }
  }
}
