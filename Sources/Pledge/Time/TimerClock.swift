public import PledgeCore

/// A clock that fulfills the promises of timers itself, so that a timer starts within the call that
/// creates it, and needs no task.
package protocol TimerClock: Clock where Duration == Swift.Duration {
  /// Adds a timer.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the clock fulfills the promise.
  ///   - makePromise: Creates the promise, which calls `remove` if it is discarded. Called once,
  ///     before this method returns.
  /// - Returns: The promise.
  func addTimer(
    until deadline: Instant,
    _ makePromise: (_ remove: @escaping @Sendable () -> Void) -> Promise<Void>
  ) -> Promise<Void>

  /// Starts the task of a promise that an attempt or the handler of a timer creates.
  func startTask(_ operation: @escaping AttemptTasks.Operation) -> Task<Void, Never>
}

extension TimerClock {
  /// Starts a task that the clock does not know of.
  package func startTask(_ operation: @escaping AttemptTasks.Operation) -> Task<Void, Never> {
    Task(operation: operation)
  }
}

extension Promise where Value == Void {
  /// Returns a promise that `clock` fulfills itself, or `nil` if that is not possible.
  @usableFromInline
  static func timer<C: Clock>(
    until deadline: C.Instant,
    on clock: C,
    at site: Site,
    by operatorID: OperatorID
  ) -> Promise<Void>? {
    guard let clock = clock as? any TimerClock else { return nil }
    return timer(until: deadline, on: clock) { remove in
      Promise<Void>(discard: Block(remove), at: site, by: operatorID)
    }
  }

  private static func timer<C: TimerClock>(
    until deadline: some InstantProtocol,
    on clock: C,
    _ makePromise: (@escaping @Sendable () -> Void) -> Promise<Void>
  ) -> Promise<Void>? {
    (deadline as? C.Instant).map { clock.addTimer(until: $0, makePromise) }
  }
}
