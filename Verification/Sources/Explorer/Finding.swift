internal import CScheduler

/// A problem with a schedule.
package enum Finding: Error, Equatable, CustomStringConvertible {
  /// The run shows something that is not allowed.
  case wrong(String)
  /// Each thread waits for another one.
  case deadlocked
  /// The threads run forever.
  case endless
  /// The run cannot be repeated.
  case nondeterministic
  /// There is nothing to explore.
  case noYieldPoints

  package var description: String {
    switch self {
    case .wrong(let violation): violation
    case .deadlocked: "deadlock: no thread can continue"
    case .endless: "no end after \(SCHEDULER_STEPS) steps"
    case .nondeterministic: "not deterministic: the same plan led to other steps"
    case .noYieldPoints:
      "no two threads touch one word: was this built without -Xcc -DPLEDGE_YIELD_POINTS?"
    }
  }
}
