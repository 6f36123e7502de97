internal import Dispatch
public import PledgeCore

/// All waits on the continuous clock, with one alarm for the whole process.
///
/// A task that sleeps would do, as it does for other clocks, but takes 4 KiB while it waits and, on
/// Linux, leaves 800 bytes until its time would have come, though it was cancelled.
@usableFromInline final class TimerQueue: Sendable {
  /// Deadlines are nanoseconds from `start`: an instant is a type that the heap cannot see through.
  typealias Table = TimerHeap<Int, Promise<Void>>

  @usableFromInline static let shared = TimerQueue()

  private struct State {
    var table = Table()
    let alarm: Alarm

    mutating func setAlarm(at now: @autoclosure () -> Int) {
      guard let time = table.alarmToSet() else { return }
      alarm.ring(after: max(time - now(), 0))
    }
  }

  private let start = ContinuousClock.now
  private let state: Locked<State>

  /// The time, in nanoseconds from `start`.
  private var now: Int { start.duration(to: .now).wholeNanoseconds }

  init() {
    state = Locked(State(alarm: Alarm()))
    state.withLock { $0.alarm.begin { [weak self] in self?.ring() } }
  }

  /// How many are waiting.
  var count: Int { state.withLock { $0.table.count } }

  /// A promise that is fulfilled at `deadline`, on a global queue; discarding it ends the wait.
  @usableFromInline
  func wait(
    until deadline: ContinuousClock.Instant,
    at site: Site = .untold,
    by operatorID: OperatorID = .timer
  ) -> Promise<Void> {
    let ticket = state.withLock { $0.table.draw() }
    let promise = Promise<Void>(discard: Block { self.remove(ticket) }, at: site, by: operatorID)
    // One more than whole ones, so as not to be early.
    let time = start.duration(to: deadline).asWait.wholeNanoseconds + 1
    state.withLock { state in
      state.table.enter(promise, at: time, by: ticket)
      state.setAlarm(at: now)
    }
    return promise
  }

  private func remove(_ ticket: Table.Ticket) {
    // Returned, so as to be released after unlocking.
    _ = state.withLock { $0.table.remove(ticket) }
  }

  private func ring() {
    let due = state.withLock { state in
      let now = now
      let due = state.table.removeDue(at: now)
      state.setAlarm(at: now)
      return due
    }
    guard !due.isEmpty else { return }
    // Not here: a handler that takes its time would hold up everybody else's timers.
    DispatchQueue.global().async {
      for promise in due { promise.resolve() }
    }
  }
}

/// What rings at a time of the continuous clock, which Dispatch does not know.
///
/// It is set on two clocks, and the first to ring counts: the time that the machine was awake, which
/// stands still while it sleeps, and the date, which may be set. So after a sleep it rings on waking,
/// and setting the date back holds nothing up. It may ring early, or twice.
private struct Alarm {
  private let awake: any DispatchSourceTimer
  private let date: any DispatchSourceTimer

  init() {
    let queue = DispatchQueue(label: "pledge.timers")
    awake = DispatchSource.makeTimerSource(queue: queue)
    date = DispatchSource.makeTimerSource(queue: queue)
  }

  func begin(_ ring: @escaping @Sendable () -> Void) {
    for timer in [awake, date] {
      timer.setEventHandler(handler: ring)
      timer.activate()
    }
  }

  /// - Parameter nanoseconds: The time from now.
  func ring(after nanoseconds: Int) {
    awake.schedule(deadline: .now() + .nanoseconds(nanoseconds))
    date.schedule(wallDeadline: .now() + .nanoseconds(nanoseconds))
  }
}

extension Duration {
  /// How many whole nanoseconds this has, if it is not negative and no longer than the longest wait.
  fileprivate var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
