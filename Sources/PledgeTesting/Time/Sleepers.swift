internal import Pledge

/// The sleepers of a manual clock; not thread-safe.
///
/// Its methods return the sleepers to wake, and the clock wakes them after unlocking.
struct Sleepers {
  typealias ID = Int

  /// Something that waits for a deadline: a task, or the promise of a timer.
  enum Sleeper {
    case task(CheckedContinuation<Void, any Error>)
    case timer(Promise<Void>)

    /// Runs handlers of the promise, so it is called after unlocking.
    func wake() {
      switch self {
      case .task(let continuation): continuation.resume()
      case .timer(let promise): promise.resolve()
      }
    }

    func cancel() {
      switch self {
      case .task(let continuation): continuation.resume(throwing: CancellationError())
      case .timer(let promise): promise.discard()
      }
    }
  }

  private(set) var now = ManualClock.Instant()
  private var sleepers: [ID: Sleeper] = [:]
  /// The alarms of all sleepers, and of some that were canceled.
  private var alarms = Heap<Alarm>()
  private var waiters: [Waiter] = []
  private var lastID: ID = 0

  var count: Int { sleepers.count }

  mutating func nextID() -> ID {
    lastID += 1
    return lastID
  }

  /// Adds a sleeper.
  ///
  /// - Returns: Whether the sleeper was added; `false` if its deadline has passed.
  mutating func add(_ id: ID, until deadline: ManualClock.Instant, _ sleeper: Sleeper)
    -> Bool
  {
    guard deadline > now else { return false }
    sleepers[id] = sleeper
    alarms.insert(Alarm(deadline: deadline, id: id))
    return true
  }

  /// Removes a sleeper before its deadline.
  ///
  /// - Returns: The sleeper to wake, or `nil` if it is not sleeping.
  mutating func remove(_ id: ID) -> Sleeper? {
    guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
    if alarms.count > 2 * count + 32 {
      alarms.removeAll { sleepers[$0.id] == nil }
    }
    return sleeper
  }

  /// Advances the time.
  ///
  /// - Returns: The sleepers to wake, by deadline; those with equal deadlines in the order of their
  ///   arrival.
  mutating func advance(to instant: ManualClock.Instant) -> [Sleeper] {
    now = instant
    var due: [Sleeper] = []
    while let alarm = alarms.first, alarm.deadline <= now {
      _ = alarms.popFirst()
      if let sleeper = sleepers.removeValue(forKey: alarm.id) { due.append(sleeper) }
    }
    return due
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
