internal import CPledgeTesting
internal import Dispatch
internal import Foundation
internal import PledgeSupport

/// The threads of an exploration; one at a time runs.
///
/// Parts of tasks run on threads of their own, so that one can wait in its middle, with its stack,
/// until it is its turn again. The thread that explores carries out all other steps, and the parts
/// on the main actor.
final class Turns: Sendable {
  /// The place of a thread, where it waits for its turn.
  final class Seat: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    private let given = Locked<(Exploration.World, Agenda.Step)?>(nil)

    /// Gives a step to the thread; its turn begins once it is waked.
    fileprivate func give(_ turn: consuming (Exploration.World, Agenda.Step)?) {
      given.withLock { $0 = turn }
    }

    fileprivate func wake() { signal.signal() }

    /// Returns what to carry out; `nil` to go on, or at the end.
    func wait() -> (world: Exploration.World, step: Agenda.Step)? {
      signal.wait()
      return given.withLock { given in
        defer { given = nil }
        return given
      }
    }
  }

  private struct State {
    var idle: [Seat] = []
    var current: Seat
    var hasMutex = false
  }

  let explorer = Seat()
  private let number: UInt64
  let watch: Watch
  private let shared = pledge_hooks_share()
  private let state: Locked<State>

  init(of number: UInt64, _ watch: Watch) {
    (self.number, self.watch) = (number, watch)
    state = Locked(State(current: explorer))
  }

  /// The place of the thread that runs.
  var current: Seat { state.withLock { $0.current } }

  /// Whether a part has used a `Mutex`, or has tried a lock.
  var hasMutex: Bool { state.withLock { $0.hasMutex } }
  func noteMutex() { state.withLock { $0.hasMutex = true } }

  /// Lets the thread run that carries out the step, or at the end, the one that explores.
  ///
  /// The current one must wait.
  func pass(_ step: consuming Agenda.Step?, in world: Exploration.World) {
    let seat = seat(for: step?.place)
    state.withLock { $0.current = seat }
    // This thread must not release the step's contents while the other one runs.
    if case .paused? = step?.place { step = nil }
    seat.give(step.take().map { (world, $0) })
    seat.wake()
  }

  private func seat(for place: Agenda.Step.Place?) -> Seat {
    switch place {
    case nil, .explorer?: explorer
    case .task?, .anywhere?: state.withLock { $0.idle.popLast() } ?? start()
    case .paused(let paused)?: paused
    }
  }

  private func start() -> Seat {
    let seat = Seat()
    Thread.detachNewThread { self.serve(seat) }
    return seat
  }

  private func serve(_ seat: Seat) {
    pledge_hooks_borrow(shared)
    _ = pledge_hooks_enter(number)
    watch.enter()
    while var turn = seat.wait().map(Optional.some) {
      guard let world = turn?.world else { break }
      var next = world.carryOut(from: turn.take()?.step, isExplorer: false)
      state.withLock { $0.idle.append(seat) }
      pass(next.take(), in: world)
    }
    watch.leave()
    pledge_hooks_borrow(pledge_shared())
    explorer.wake()
  }

  /// Ends the threads that wait for a step.
  func end() {
    for seat in state.withLock({ $0.idle }) {
      seat.wake()
      _ = explorer.wait()
    }
  }
}

extension Agenda.Step {
  /// Where a step can be carried out.
  enum Place {
    /// On the thread that explores.
    case explorer
    /// On a thread of its own, because it may be interrupted.
    case task
    case anywhere
    /// On the thread that was interrupted in the step.
    case paused(Turns.Seat)
  }

  /// Whether it is more than the end of another step.
  var isOwn: Bool { if case .continuation = title { false } else { true } }

  fileprivate func belongs(toExplorer isExplorer: Bool) -> Bool {
    switch place {
    case .explorer: isExplorer
    case .task: !isExplorer
    case .anywhere: true
    case .paused: false
    }
  }
}

extension Exploration.World {
  /// Carries out steps until none is left, on the threads where they belong.
  func takeTurns() {
    var step = carryOut(from: nextStep(), isExplorer: true)
    while step != nil, let turns {
      turns.pass(step.take(), in: self)
      step = carryOut(from: turns.explorer.wait()?.step, isExplorer: true)
    }
  }

  /// Carries out steps on the current thread; returns the first one that belongs to another one.
  fileprivate func carryOut(
    from first: consuming Agenda.Step?,
    isExplorer: Bool
  ) -> Agenda.Step? {
    var step = first
    while step.map({ turns == nil || $0.belongs(toExplorer: isExplorer) }) == true {
      // The step's contents are released before the next one.
      step.take().map { carryOut($0) }
      step = nextStep()
    }
    return step
  }

  /// Lets another step come first, in the middle of a part, if the ordering wants that.
  func interrupt() {
    guard let turns else { return }
    let seat = turns.current
    var step = state.withLock {
      ($0.interrupt(at: seat, of: turns), $0.agenda.takeRetired())
    }.0
    if step == nil { return }
    turns.pass(step.take(), in: self)
    _ = seat.wait()
  }

  /// Lets other steps come first, in the middle of a part that needs a lock, until it is free.
  func wait(for owner: UInt) -> pledge_wait {
    // Another thread will release it.
    guard let turns, watch.isHere(UInt64(pledge_lock_owner(owner))) else { return PLEDGE_WAIT }
    let seat = turns.current
    let frames = isTracing ? CodePlace.stack() : []
    let isPaused = state.withLock {
      $0.agenda.pause(at: seat, of: turns, for: owner, in: frames)
    }
    guard isPaused else { return PLEDGE_WAIT }
    turns.pass(nextStep(), in: self)
    _ = seat.wait()
    return state.withLock { $0.agenda.isDeadlocked } ? PLEDGE_PRETEND : PLEDGE_RETRY
  }
}
