import Pledge

/// A context's treatment of its jobs.
enum Behavior: CaseIterable {
  case now
  case later
  case twice
  case nowAndLater
  case elsewhere
  case drops
  /// Keeps its jobs until it is deallocated.
  case keeps
}

/// A context that may run its jobs more than once or not at all.
struct HostileContext: ExecutionContext {
  let behavior: Behavior
  let round: Round
  let kept: RetainedJobs?

  func run(_ work: @escaping @Sendable () -> Void) {
    switch behavior {
    case .now: work()
    case .later: round.postpone(work)
    case .twice:
      work()
      work()
    case .nowAndLater:
      work()
      round.postpone(work)
    case .elsewhere: round.runElsewhere(work)
    case .drops: break
    case .keeps: kept?.with { $0.append(work) }
    }
  }

  /// The same for all contexts of the round that share jobs, whatever else they do.
  var executionIdentity: AnyObject? {
    switch behavior {
    case .now, .later, .elsewhere: round.isPredicted ? nil : round
    case .keeps: kept
    case .twice, .nowAndLater, .drops: nil
    }
  }
}

/// Jobs that are released with their context without having run.
typealias RetainedJobs = Guarded<[@Sendable () -> Void]>
