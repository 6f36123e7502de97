internal import Pledge

/// Who sleeps on a manual clock, apart from the threads: it says whom to wake, and the clock does.
struct Sleepers {
  typealias Continuation = CheckedContinuation<Void, any Error>
  typealias ID = Int

  private(set) var now = ManualClock.Instant()
  private var continuations: [ID: Continuation] = [:]
  /// The alarms of those that sleep, and of some that were cancelled.
  private var alarms = Heap<Alarm>()
  private var watches: [Watch] = []
  private var lastID: ID = 0

  var count: Int { continuations.count }

  mutating func nextID() -> ID {
    lastID += 1
    return lastID
  }

  /// Adds a sleeper.
  ///
  /// - Returns: Whether it sleeps; `false` if its time has come already.
  mutating func add(_ id: ID, until deadline: ManualClock.Instant, _ continuation: Continuation)
    -> Bool
  {
    guard deadline > now else { return false }
    continuations[id] = continuation
    alarms.insert(Alarm(deadline: deadline, id: id))
    return true
  }

  /// Removes a sleeper before its time.
  ///
  /// - Returns: Whom to wake, if it sleeps.
  mutating func remove(_ id: ID) -> Continuation? {
    guard let continuation = continuations.removeValue(forKey: id) else { return nil }
    if alarms.count > 2 * count + 32 {
      alarms.removeAll { continuations[$0.id] == nil }
    }
    return continuation
  }

  /// Moves the time.
  ///
  /// - Returns: Whom to wake, by deadline, and in the order in which they lay down where that is
  ///   the same.
  mutating func advance(to instant: ManualClock.Instant) -> [Continuation] {
    now = instant
    var due: [Continuation] = []
    while let alarm = alarms.first, alarm.deadline <= now {
      _ = alarms.popFirst()
      if let continuation = continuations.removeValue(forKey: alarm.id) { due.append(continuation) }
    }
    return due
  }

  /// Adds somebody who waits until `count` sleep.
  mutating func watch(for count: Int, _ reached: Promise<Void>) {
    watches.append(Watch(count: count, reached: reached))
  }

  /// Removes those who wait for as many as sleep now.
  ///
  /// - Returns: Whom to tell.
  mutating func takeReached() -> [Promise<Void>] {
    let count = count
    defer { watches.removeAll { $0.count == count } }
    return watches.filter { $0.count == count }.map(\.reached)
  }
}

private struct Alarm: Comparable {
  let deadline: ManualClock.Instant
  let id: Sleepers.ID

  static func < (left: Alarm, right: Alarm) -> Bool {
    (left.deadline, left.id) < (right.deadline, right.id)
  }
}

private struct Watch {
  let count: Int
  let reached: Promise<Void>
}
