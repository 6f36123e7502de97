internal import PledgeCore

/// What operators hand to clocks and contexts, so that an exploration can control it.
package enum HandedWork {
  /// A timer, on any clock.
  case timer
  /// The handler of a stage, for its context, or cleanup that runs there.
  case job(of: PromiseID)
  /// A body, or a block that stops work, for a context of this name.
  case work(on: String)

  /// Calls `listener` within each call that hands something over while an observer is installed;
  /// for jobs, only after ``reportJobs()``.
  ///
  /// All calls pass equivalent listeners.
  package static func listen(_ listener: @escaping @Sendable (HandedWork) -> Void) {
    // Otherwise, the timers of the process could begin at the time of an exploration's clock.
    _ = TimerQueue.shared
    Instrumentation.listenToWork { handed in
      switch handed {
      case .timer: listener(.timer)
      case .job(let stage): listener(.job(of: PromiseID(Instrumentation.number(of: stage))))
      case .work(let context):
        // It may be one that forwards to a context of the world, which then notes the reception.
        reportJobs()
        listener(.work(on: context))
      }
    }
  }

  /// Reports jobs from now on, which costs some time for each; few programs need that.
  package static func reportJobs() {
    if !reportsJobs { InstrumentationFlags.jobs.begin() }
  }

  /// Whether jobs are reported.
  package static var reportsJobs: Bool { InstrumentationFlags.current.includeAny(of: .jobs) }
}

extension ExecutionContext {
  /// Runs work that belongs to no stage, and reports it, if events are observed.
  func runReported(_ work: @escaping @Sendable () -> Void) {
    if InstrumentationFlags.current.includeAny(of: .events) {
      Instrumentation.wasHanded(.work(on: displayName))
    }
    run(work)
  }
}
