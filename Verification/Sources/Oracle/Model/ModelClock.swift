/// A clock of the model, with timers that wait until the time is advanced.
///
/// Each timer sleeps in a task, which starts and wakes when tasks run, in order.
final class ModelClock: @unchecked Sendable {
  private typealias Timer = (deadline: Int, promise: ModelPromise)

  /// Timers whose task is about to start or wake.
  private var tasks: [Timer] = []
  /// Sleeping timers, in the order in which they started to sleep.
  private var sleepers: [Timer] = []
  private var now = 0

  var isIdle: Bool { sleepers.isEmpty && tasks.isEmpty }

  /// Returns a promise of a sleeping task: a root that can be stopped (6.3.7).
  func sleep(for delay: Int) -> ModelPromise {
    let timer = ModelPromise(line: 0)
    let identity = ObjectIdentifier(timer)
    tasks.append((now + delay, timer))
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
    tasks += due.sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
      .map(\.element)
  }

  func runTasks() {
    while !tasks.isEmpty {
      let timer = tasks.removeFirst()
      guard timer.promise.outcome == nil else { continue }
      if timer.deadline <= now {
        timer.promise.settle(.success(0))
      } else {
        sleepers.append(timer)
      }
    }
  }
}
