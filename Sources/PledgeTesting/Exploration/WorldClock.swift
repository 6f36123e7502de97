public import Pledge
internal import PledgeSupport

/// The clock of an ``Exploration/World``.
///
/// Timed operations of Pledge start their timers on it within the call. Tasks of the world can
/// sleep on it; others fail the ordering.
public struct WorldClock: Clock {
  /// An instant of the clock.
  public typealias Instant = ManualClock.Instant

  let world: Exploration.World

  /// The current instant.
  public var now: Instant { Instant(offset: world.state.withLock { $0.agenda.now }) }

  /// Zero, since the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Waits until the world has advanced the clock to `deadline`.
  ///
  /// Fails the ordering, and throws, if the task is not one of the world.
  ///
  /// - Parameters:
  ///   - deadline: The instant to wait for. If it has passed, this method returns immediately.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` as soon as the task is canceled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant,
    tolerance: Duration? = nil
  ) async throws {
    // The thread may run other tasks once the ordering is over.
    let isOutside = !world.watch.isHere || world.state.withLock { $0.agenda.isOver }
    if isOutside {
      let remedy = "start it within the closure, or give it world.executor"
      world.expect(false, "a task outside the world sleeps on its clock; \(remedy)")
    }
    if isOutside || Task.isCancelled {
      // A loop that ignores the error consists of steps, whose number is limited.
      await Task.yield()
      throw CancellationError()
    }
    // Without a line: the caller's is not known.
    try await after(now.duration(to: deadline), clock: self, file: "sleep", line: 0).value
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
    let timer = Agenda.Timer(id: id, deadline: deadline.offset) {
      promise.resolve()
    } discard: {
      promise.discard()
    }
    world.add(timer)
    return promise
  }
}
