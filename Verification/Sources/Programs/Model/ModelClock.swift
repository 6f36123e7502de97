/// A clock of the model, with timers that wait until the time is advanced.
///
/// Timers that are due fire when tasks run, in order.
final class ModelClock: @unchecked Sendable {
  private typealias Timer = (deadline: Int, promise: ModelPromise)

  /// Timers that are due.
  private var dueTimers: [Timer] = []
  /// Sleeping timers, in the order in which they started to sleep.
  private var sleepers: [Timer] = []
  private var now = 0

  var isIdle: Bool { sleepers.isEmpty && dueTimers.isEmpty }

  /// Returns the promise of a timer: a root that can be stopped (6.3.7).
  func sleep(for delay: Int) -> ModelPromise {
    let timer = ModelPromise()
    let identity = ObjectIdentifier(timer)
    if delay > 0 { sleepers.append((now + delay, timer)) } else { dueTimers.append((now, timer)) }
    timer.onDiscard { [weak self] in
      self?.sleepers.removeAll { ObjectIdentifier($0.promise) == identity }
    }
    return timer
  }

  /// Advances the time and wakes the timers that are due, in the order of their deadlines.
  func advance(by delay: Int) {
    now += delay
    let due = sleepers.enumerated().filter { $0.element.deadline <= now }
    sleepers.removeAll { $0.deadline <= now }
    dueTimers += due.sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
      .map(\.element)
  }

  func runTasks() {
    while !dueTimers.isEmpty {
      let timer = dueTimers.removeFirst()
      if timer.promise.outcome == nil { timer.promise.settle(.success(0)) }
    }
  }
}
