internal import Dispatch
public import PledgeCore
internal import PledgeSupport

/// All waits on the continuous clock, served by one alarm for the whole process.
///
/// A sleeping task would work, as it does for other clocks, but it takes 4 KiB while it waits. On
/// Linux, a canceled one also retains 800 bytes until its deadline would have passed.
@usableFromInline final class TimerQueue: Sendable {
  /// Deadlines are nanoseconds since `start`, because the optimizer cannot see through the type of
  /// an instant.
  typealias Table = TicketHeap<Int, Alert>

  /// An action at the end of a wait.
  struct Alert: Sendable {
    let run: @Sendable () -> Void
  }

  @usableFromInline static let shared = TimerQueue()

  private struct State {
    var table = Table()
    /// The alerts that are due but have not begun, by the numbers of their tickets.
    var due: [Int: Alert] = [:]
    let alarm: Alarm

    mutating func takeDue(_ number: Int) -> Alert? {
      defer { due.shrinkIfSparse() }
      return due.removeValue(forKey: number)
    }

    mutating func setAlarm(at now: @autoclosure () -> Int) {
      guard let time = table.alarmToSet() else { return }
      alarm.ring(after: max(time - now(), 0))
    }
  }

  private let start = ContinuousClock.now
  private let state: Locked<State>

  /// The current time, in nanoseconds since `start`.
  private var now: Int { start.duration(to: .now).wholeNanoseconds }

  init() {
    state = Locked(State(alarm: Alarm()))
    state.withLock { $0.alarm.begin { [weak self] in self?.ring() } }
  }

  /// The number of pending waits.
  var count: Int { state.withLock { $0.table.count } }

  /// Returns a promise that is fulfilled at `deadline` on a global queue; discarding it ends the
  /// wait.
  @usableFromInline
  func wait(
    until deadline: ContinuousClock.Instant,
    at site: Site = .unknown,
    by operatorID: OperatorID = .timer
  ) -> Promise<Void> {
    let ticket = draw()
    let promise = Promise<Void>(discard: Block { self.remove(ticket) }, at: site, by: operatorID)
    enter(ticket, until: deadline) { promise.resolve() }
    return promise
  }

  /// Draws a ticket for a wait that is not a promise.
  func draw() -> Table.Ticket {
    state.withLock { $0.table.draw() }
  }

  /// Calls `alert` at `deadline` on a global queue, unless the wait is removed.
  func enter(
    _ ticket: Table.Ticket,
    until deadline: ContinuousClock.Instant,
    _ alert: @escaping @Sendable () -> Void
  ) {
    // Adds one nanosecond, because a fraction of one may have been cut off: waits must not end
    // early.
    let time = start.duration(to: deadline).asWait.wholeNanoseconds + 1
    state.withLock { state in
      state.table.enter(Alert(run: alert), at: time, by: ticket)
      state.setAlarm(at: now)
    }
  }

  /// Ends a wait, even if it has not been entered yet.
  func remove(_ ticket: Table.Ticket) {
    // The removed entry is released after unlocking.
    _ = state.withLock { $0.table.remove(ticket) ?? $0.takeDue(ticket.number) }
  }

  private func ring() {
    let due = state.withLock { state in
      let now = now
      let due = state.table.removeDue(at: now)
      for (number, alert) in due { state.due[number] = alert }
      state.setAlarm(at: now)
      return due.map(\.number)
    }
    guard !due.isEmpty else { return }
    // Not on this queue: a slow handler would delay all other timers.
    DispatchQueue.global().async {
      // One by one, so that a slow handler does not keep the others.
      for number in due { self.state.withLock { $0.takeDue(number) }?.run() }
    }
  }
}

/// An alarm on the continuous clock, which Dispatch does not support.
///
/// It is set on two clocks, and the first one to fire counts: the uptime clock, which stops while
/// the machine sleeps, and the wall clock, which can be set. After sleep, the alarm therefore rings
/// on waking, and setting the wall clock back delays nothing. The alarm may ring early, or twice.
private struct Alarm {
  private let uptimeTimer: any DispatchSourceTimer
  private let wallTimer: any DispatchSourceTimer

  init() {
    let queue = DispatchQueue(label: "pledge.timers")
    uptimeTimer = DispatchSource.makeTimerSource(queue: queue)
    wallTimer = DispatchSource.makeTimerSource(queue: queue)
  }

  func begin(_ ring: @escaping @Sendable () -> Void) {
    for timer in [uptimeTimer, wallTimer] {
      timer.setEventHandler(handler: ring)
      timer.activate()
    }
  }

  /// Sets the alarm.
  ///
  /// - Parameter nanoseconds: The time from now.
  func ring(after nanoseconds: Int) {
    uptimeTimer.schedule(deadline: .now() + .nanoseconds(nanoseconds))
    wallTimer.schedule(wallDeadline: .now() + .nanoseconds(nanoseconds))
  }
}

extension Duration {
  /// The number of whole nanoseconds; requires a duration from zero to the longest wait.
  fileprivate var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
