internal import PledgeCore

/// The timers that operators start, on any clock, so that an exploration can control them.
package enum StartedTimers {
  /// A struct rather than a bare closure: Swift 6.3 crashes in optimized code where a task-local of
  /// a function type is bound.
  private struct Listener: Sendable {
    let note: @Sendable () -> Void
  }

  @TaskLocal private static var listener: Listener?

  /// Runs `body`, and calls `listener` for each timer that it starts, also in the tasks that it
  /// starts.
  ///
  /// Requires an installed observer. `listener` is called within the call that starts the timer.
  ///
  /// - Parameters:
  ///   - listener: A closure that is called once for each timer.
  ///   - body: A closure that starts timers. Runs before this function returns.
  /// - Returns: The value returned by `body`.
  package static func noting<Output>(
    _ listener: @escaping @Sendable () -> Void,
    in body: () throws -> Output
  ) rethrows -> Output {
    // Otherwise, the timers of the process could begin at the time of an exploration's clock.
    _ = TimerQueue.shared
    Instrumentation.listenToTimers { StartedTimers.listener?.note() }
    return try $listener.withValue(Listener(note: listener), operation: body)
  }
}
