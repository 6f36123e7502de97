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
  /// Each fires in a task of its own, not within the call that advances the clock, because a handler
  /// may advance the clock, and no handler should run inside another one. Other tasks can make
  /// progress in between, even if timers without a delay follow each other.
  func fireTimers() {
    guard let timer = change({ $0.nextDueTimer() }) else { return }
    timer.resolve()
    Task { fireTimers() }
  }
}
