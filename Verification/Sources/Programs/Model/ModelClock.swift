/// A clock of the model, with timers that wait until the time is advanced.
///
/// Timers that are due fire when tasks run, in order.
final class ModelClock: @unchecked Sendable {
  /// The timers, in the order in which they started to sleep.
  private var timers: [(deadline: Int, promise: ModelPromise)] = []
  private var now = 0

  var isIdle: Bool { timers.isEmpty }

  /// Returns the promise of a timer: a root that can be stopped (6.3.7).
  func sleep(for delay: Int) -> ModelPromise {
    let timer = ModelPromise()
    timers.append((now + delay, timer))
    timer.onDiscard { [weak self, weak timer] in self?.timers.removeAll { $0.promise === timer } }
    return timer
  }

  func after(_ ticks: Int) -> ModelPromise {
    guard ticks > 0 else { return .settled(.success(0)) }
    return sleep(for: ticks).onValue { .settle(.success($0)) }
  }

  func advance(by delay: Int) { now += delay }

  func runTasks() {
    while let next = timers.indices.min(by: { timers[$0].deadline < timers[$1].deadline }),
      timers[next].deadline <= now
    {
      timers.remove(at: next).promise.settle(.success(0))
    }
  }
}
