internal import PledgeCore

/// The tasks of promises that attempts and the handlers of timers create, which belong to a clock.
///
/// A test's clock has to know when they rest before it lets time go on.
package enum AttemptTasks {
  package typealias Operation = @Sendable () async -> Void
  /// Starts a task.
  package typealias Start = @Sendable (_ operation: @escaping Operation) -> Task<Void, Never>

  /// A struct rather than a bare closure: Swift 6.3 crashes in optimized code where a task-local of
  /// a function type is bound.
  struct Starter: Sendable {
    let start: Start
  }

  /// Starts the task of a promise; `nil` if the task belongs to no clock.
  @TaskLocal static var starter: Starter?

  /// The closure that starts the task of a promise that is created now; `nil` if the task belongs
  /// to no clock.
  static var currentStart: Start? {
    InstrumentationFlags.current.includeAny(of: .attemptTasks) ? starter?.start : nil
  }

  /// Makes attempts start their tasks by ``TimerClock/startTask(_:)`` from now on.
  package static func belongToClocks() { InstrumentationFlags.attemptTasks.begin() }

  /// Runs `body`, whose promises start their tasks on `clock`, and so do those of these tasks.
  package static func belonging<Output>(
    to clock: some TimerClock,
    in body: () throws -> Output
  ) rethrows -> Output {
    try $starter.withValue(Starter { clock.startTask($0) }, operation: body)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a closure that starts an attempt, whose tasks belong to this clock.
  func attempting<Attempt>(
    _ operation: @escaping @Sendable () throws -> Attempt
  ) -> @Sendable () throws -> Attempt {
    guard InstrumentationFlags.current.includeAny(of: .attemptTasks),
      let clock = self as? any TimerClock
    else { return operation }
    return { try AttemptTasks.belonging(to: clock, in: operation) }
  }
}
