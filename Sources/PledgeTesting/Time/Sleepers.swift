internal import Pledge

/// The sleepers of a manual clock; not thread-safe.
///
/// Its methods return the sleepers to wake, and the clock wakes them after unlocking.
struct Sleepers {
  typealias Continuation = CheckedContinuation<Void, any Error>
  typealias ID = Int

  private(set) var now = ManualClock.Instant()
  private var continuations: [ID: Continuation] = [:]
  /// The alarms of all sleepers, and of some that were canceled.
  private var alarms = Heap<Alarm>()
  private var waiters: [Waiter] = []
  private var lastID: ID = 0
  /// The last advance that found nothing sleeping, unless a later one has woken a sleeper.
  private var earlyAdvance: String?

  var count: Int { continuations.count }

  mutating func nextID() -> ID {
    lastID += 1
    return lastID
  }

  /// Adds a sleeper.
  ///
  /// - Returns: Whether the sleeper was added; `false` if its deadline has passed.
  mutating func add(_ id: ID, until deadline: ManualClock.Instant, _ continuation: Continuation)
    -> Bool
  {
    guard deadline > now else { return false }
    continuations[id] = continuation
    alarms.insert(Alarm(deadline: deadline, id: id))
    return true
  }

  /// Removes a sleeper before its deadline.
  ///
  /// - Returns: The sleeper to wake, or `nil` if it is not sleeping.
  mutating func remove(_ id: ID) -> Continuation? {
    guard let continuation = continuations.removeValue(forKey: id) else { return nil }
    if alarms.count > 2 * count + 32 {
      alarms.removeAll { continuations[$0.id] == nil }
    }
    return continuation
  }

  /// Advances the time.
  ///
  /// - Parameters:
  ///   - instant: The new time.
  ///   - call: The call and its location, for the hint.
  /// - Returns: The sleepers to wake, by deadline; those with equal deadlines in the order of their
  ///   arrival.
  mutating func advance(to instant: ManualClock.Instant, for call: String) -> [Continuation] {
    if count == 0, instant > now { earlyAdvance = call }
    now = instant
    var due: [Continuation] = []
    while let alarm = alarms.first, alarm.deadline <= now {
      _ = alarms.popFirst()
      if let continuation = continuations.removeValue(forKey: alarm.id) { due.append(continuation) }
    }
    if !due.isEmpty { earlyAdvance = nil }
    return due
  }

  /// Whether the last advance found nothing sleeping.
  var isEarly: Bool { earlyAdvance != nil }

  /// A likely reason why something still sleeps: it came after the clock was advanced.
  var hint: String? {
    guard let earlyAdvance, count > 0 else { return nil }
    let sleepers = count == 1 ? "1 sleeper has" : "\(count) sleepers have"
    return
      "\(earlyAdvance) was early: nothing was sleeping on the clock, and \(sleepers) come since;"
      + " await waitForSleepers first"
  }

  /// Adds a promise to fulfill when there are `count` sleepers.
  mutating func addWaiter(for count: Int, _ reached: Promise<Void>) {
    waiters.append(Waiter(count: count, reached: reached))
  }

  /// Removes the promises that wait for the current number of sleepers.
  ///
  /// - Returns: The promises to fulfill.
  mutating func takeReached() -> [Promise<Void>] {
    let count = count
    defer { waiters.removeAll { $0.count == count } }
    return waiters.filter { $0.count == count }.map(\.reached)
  }
}

private struct Alarm: Comparable {
  let deadline: ManualClock.Instant
  let id: Sleepers.ID

  static func < (left: Alarm, right: Alarm) -> Bool {
    (left.deadline, left.id) < (right.deadline, right.id)
  }
}

private struct Waiter {
  let count: Int
  let reached: Promise<Void>
}
