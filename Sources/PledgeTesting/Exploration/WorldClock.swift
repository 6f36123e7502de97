public import Pledge
internal import PledgeSupport

/// The clock of an ``Exploration/World``.
///
/// Timed operations of Pledge start their timers on it within the call. A task cannot sleep on it,
/// because tasks run on threads of their own: this fails the ordering if it has not ended.
public struct WorldClock: Clock {
  /// An instant of the clock.
  public typealias Instant = ManualClock.Instant

  let world: Exploration.World

  /// The current instant.
  public var now: Instant { Instant(offset: world.state.withLock { $0.agenda.now }) }

  /// Zero, since the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Fails the ordering if it is still being explored, and throws.
  ///
  /// - Parameters:
  ///   - deadline: Ignored.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    world.expect(false, "a task sleeps on the clock of the world; use after(_:clock:)")
    throw CancellationError()
  }
}

extension WorldClock: TimerClock {
  @usableFromInline
  package func addTimer(
    until deadline: Instant,
    _ makePromise: (@escaping @Sendable () -> Void) -> Promise<Void>
  ) -> Promise<Void> {
    world.noteThread("a timer was started")
    let world = world
    let id = world.state.withLock { $0.agenda.nextID() }
    // The removed timer is released after unlocking.
    let promise = makePromise { _ = world.state.withLock { $0.agenda.removeTimer(id) } }
    world.watch.noteTimerOfWorld()
    let timer = Agenda.Timer(id: id, deadline: deadline.offset, promise: promise)
    world.state.withLock { $0.agenda.add(timer) }
    return promise
  }
}
