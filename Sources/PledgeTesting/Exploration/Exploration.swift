/// The types of ``explore(by:within:timers:sharing:file:line:_:)``.
public enum Exploration {}

extension Exploration {
  /// The rule by which orderings are tried.
  public struct Strategy: Sendable {
    enum Kind {
      case mixed(seed: UInt64)
      case exhaustive
      case random(seed: UInt64)
      case priorities(seed: UInt64, depth: Int)
    }

    let kind: Kind

    /// The seed of the pseudorandom numbers; `nil` if the strategy uses none.
    var seed: UInt64? {
      switch kind {
      case .exhaustive: nil
      case .mixed(let seed), .random(let seed), .priorities(let seed, _): seed
      }
    }

    /// The strategies ``exhaustive``, ``random(seed:)``, and ``priorities(seed:depth:)`` in turns,
    /// after the first 100 orderings of ``exhaustive``: fewer are all tried first.
    ///
    /// The turns begin earlier if the orderings seem to be more than the budget. Each one finds
    /// some failures long before the others do.
    ///
    /// - Parameter seed: The seed of the pseudorandom numbers. The same one always leads to the
    ///   same orderings.
    /// - Returns: The strategy.
    public static func mixed(seed: UInt64 = 1) -> Strategy { Strategy(kind: .mixed(seed: seed)) }

    /// Every ordering once: all in which no task is interrupted within a part, then all with one
    /// interruption, and so on; among those, depth first.
    ///
    /// The first one is that of a quiet machine: jobs run immediately, promises are settled in the
    /// order of their creation, and time passes last.
    public static var exhaustive: Strategy { Strategy(kind: .exhaustive) }

    /// Random orderings: each event that can come next has the same probability, except that a task
    /// is seldom interrupted within a part.
    ///
    /// - Parameter seed: The seed of the pseudorandom numbers.
    /// - Returns: The strategy.
    public static func random(seed: UInt64 = 1) -> Strategy { Strategy(kind: .random(seed: seed)) }

    /// Probabilistic concurrency testing: each context, each task, and each promise has a random
    /// priority that changes at a few random points.
    ///
    /// Finds orderings in which something is delayed for long sooner than ``random(seed:)`` does.
    ///
    /// - Parameters:
    ///   - seed: The seed of the pseudorandom numbers.
    ///   - depth: The number of constraints on the order of events that a failure depends on; most
    ///     depend on two or three. Values below one count as one, and
    ///     values above a thousand as a thousand.
    /// - Returns: The strategy.
    public static func priorities(seed: UInt64 = 1, depth: Int = 3) -> Strategy {
      Strategy(kind: .priorities(seed: seed, depth: depth))
    }
  }

  /// The rule by which timers fire, and sleeps end.
  public enum Timers: Sendable {
    /// A timer fires once no part of a task and no job of a context is left that can run, as if
    /// none took as long as the time up to that timer.
    ///
    /// Answers of ``World/pending(_:_:label:file:line:)``, discards, and other events that need not
    /// happen take any time. A task that yields repeatedly waits for the time.
    case afterJobs
    /// A timer may fire while parts and jobs wait, as on a machine that is too busy to run them.
    ///
    /// Finds failures that occur only there, in many more orderings.
    case atAnyTime
  }

  /// The kinds of state that tasks share in the code under test.
  public enum Sharing: Sendable {
    /// Anything, such as memory that is protected by atomics.
    case everything
    /// Actors, the main actor, mutexes of pthread such as `NSLock`, streams, continuations, and
    /// promises, and whatever these protect.
    ///
    /// Where two parts touch none of these in common, an exhaustive exploration tries them in one
    /// order alone, which leaves out most orderings, and bounds no interruptions. This is not
    /// checked: with `Mutex`, other locks, or atomics, some outcomes are not found.
    case actorsAndLocks
  }

  /// The limit of an exploration.
  public struct Budget: Sendable {
    let orderings: Int
    let time: Duration?

    /// The instant at which the time is over, if it begins now; `nil` if it has no limit.
    var deadline: ContinuousClock.Instant? {
      time.map { .now.advanced(by: Duration.zero.adding($0)) }
    }

    /// A number of orderings; at least one is tried.
    ///
    /// - Parameter count: The number.
    /// - Returns: The budget.
    public static func orderings(_ count: Int) -> Budget { Budget(orderings: count, time: nil) }

    /// An amount of real time, including the search for a short ordering once one fails, and at
    /// least a second for its cause; at least one ordering is tried.
    ///
    /// - Parameter duration: The time.
    /// - Returns: The budget.
    public static func time(_ duration: Duration) -> Budget {
      Budget(orderings: .max, time: duration)
    }
  }

  /// The result of an exploration in which no ordering failed.
  public struct Report: Sendable, CustomStringConvertible {
    /// The number of orderings that were tried; random ones may repeat.
    public let tried: Int
    /// Whether every ordering was tried that `timers:` and `sharing:` allow.
    ///
    /// False if the budget ended the exploration, if a part of a task has used a `Mutex`, whose
    /// sections are seen only if they wait, or has tried a lock, or if some are left out because
    /// their number has no limit: those in which a task yields more than twice while something
    /// else waits, or in which a part of a task waits for more than three timers.
    public let isComplete: Bool
    /// Whether no ordering is left to try, apart from those that ``isComplete`` names: what to
    /// expect of code that uses a `Mutex`.
    public let isExhausted: Bool
    /// The number of orderings that exist: exact if ``isComplete`` is true, otherwise an estimate
    /// without those that are left out; `nil` if there is none.
    public let estimatedOrderings: Double?
    /// The number of different orderings that were tried.
    let distinct: Int
    /// Whether timers have waited for jobs.
    var hasHeldTimers = false
    /// The number of interruptions up to which every ordering was tried, if others were not.
    var bound: Int?
    /// Whether something happened that was not interrupted, as a job of a context is not.
    var hasWholeParts = true
    /// Whether a part has used a `Mutex`, which is not seen if it is free, or has tried a lock.
    var hasMutex = false
    var sharing = Sharing.everything

    /// A sentence with the numbers.
    public var description: String {
      let runs = distinct < tried ? ", in \(tried) runs" : ""
      let hasOmitted = isExhausted && !isComplete && !hasMutex
      let omission = hasOmitted ? " without repeated yields or timers" : ""
      let condition = hasHeldTimers ? ", if no part outlasts a timer" : ""
      let all = estimatedOrderings.map { "about \(rounded($0))" } ?? "many"
      let isAll = isExhausted && !hasMutex
      let some = isExhausted ? "\(distinct)" : "\(distinct) of \(all)"
      let count = isAll ? "all \(distinct)" : some
      let parts = hasWholeParts ? " of whole parts" : ""
      let mutex = hasMutex ? ", in which sections of a Mutex or a tried lock are whole" : ""
      let bound = isExhausted ? nil : bound
      let few = ["without interruptions", "with at most one interruption"]
      let limit = bound.map { $0 < 2 ? few[$0] : "with at most \($0) interruptions" }
      let completed = limit.map { ", including all \($0)" } ?? ""
      let shared = sharing == .everything ? "" : ", if tasks share only actors and locks"
      let limits = "\(parts)\(omission)\(mutex)\(completed)\(condition)\(shared)"
      return "\(count) orderings\(limits)\(runs)"
    }

    /// Returns a number with two significant digits.
    private func rounded(_ number: Double) -> String {
      guard number < 1e15 else { return "\(number)" }
      var unit = 1.0
      while number / unit >= 100 { unit *= 10 }
      return "\(max(Int((number / unit).rounded() * unit), distinct))"
    }
  }
}
