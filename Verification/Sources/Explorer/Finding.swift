internal import CScheduler

/// What is wrong with a schedule.
public enum Finding: CustomStringConvertible {
  /// What it shows is not allowed.
  case wrong(String)
  /// It does not come to its end.
  case stuck(Stuck)
  /// It cannot be repeated.
  case unsteady
  /// There is nothing to explore.
  case noPoints

  /// Whether nothing else can be explored in this process.
  public var isFinal: Bool {
    if case .wrong = self { return false }
    return true
  }

  /// One line, or some more.
  public var description: String {
    switch self {
    case .wrong(let complaint): complaint
    case .stuck(let stuck): stuck.description
    case .unsteady: "not deterministic: the same plan led elsewhere"
    case .noPoints:
      "no two threads touch one word: was this built without -Xcc -DPLEDGE_YIELD_POINTS?"
    }
  }
}

/// A run of which the threads could not be brought to an end.
public enum Stuck: Error, CustomStringConvertible {
  /// Each waits for another one.
  case deadlocked
  /// They go on for ever.
  case endless

  /// One line.
  public var description: String {
    switch self {
    case .deadlocked: "deadlock: no thread can go on"
    case .endless: "no end after \(SCHEDULER_STEPS) steps"
    }
  }
}
