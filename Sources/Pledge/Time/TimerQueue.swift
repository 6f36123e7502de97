internal import Dispatch
internal import PledgeCore

/// All waits on the continuous clock, with one alarm for the whole process.
///
/// A task that sleeps would do, as it does for other clocks, but takes 4 KiB while it waits and, on
/// Linux, leaves 800 bytes until its time would have come, though it was cancelled.
@usableFromInline final class TimerQueue: Sendable {
  typealias Table = Timetable<ContinuousClock.Instant, Promise<Void>>

  @usableFromInline static let shared = TimerQueue()

  private struct State {
    var table = Table()
    let alarm: Alarm

    mutating func setAlarm() {
      guard let time = table.alarmToSet() else { return }
      alarm.set(to: time)
    }
  }

  private let state: Locked<State>

  init() {
    state = Locked(State(alarm: Alarm()))
    state.withLock { $0.alarm.begin { [weak self] in self?.ring() } }
  }

  /// How many are waiting.
  var count: Int { state.withLock { $0.table.count } }

  /// A promise that is fulfilled at `deadline`, on a global queue; discarding it ends the wait.
  @usableFromInline func wait(until deadline: ContinuousClock.Instant) -> Promise<Void> {
    let ticket = state.withLock { $0.table.draw() }
    let promise = Promise<Void>(discard: { self.remove(ticket) })
    state.withLock { state in
      state.table.enter(promise, at: deadline, by: ticket)
      state.setAlarm()
    }
    return promise
  }

  private func remove(_ ticket: Table.Ticket) {
    // Returned, so as to be released after unlocking.
    _ = state.withLock { $0.table.remove(ticket) }
  }

  private func ring() {
    let due = state.withLock { state in
      let due = state.table.removeDue(at: .now)
      state.setAlarm()
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

  func set(to time: ContinuousClock.Instant) {
    // A clock with a coarser tick must not ring before the time.
    let rest = ContinuousClock.now.duration(to: time).asWait
    let nanoseconds = DispatchTimeInterval.nanoseconds(Int(rest / .nanoseconds(1)) + 1)
    awake.schedule(deadline: .now() + nanoseconds)
    date.schedule(wallDeadline: .now() + nanoseconds)
  }
}
