/// A clock that a test moves.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var lastID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var watchers: [Watcher] = []

    mutating func satisfiedWatchers() -> [Watcher] {
      let count = sleepers.count
      defer { watchers.removeAll { $0.count == count } }
      return watchers.filter { $0.count == count }
    }
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock {
      $0.lastID += 1
      return $0.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Moves the time, and wakes those whose time has come.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now.offset += duration
      let now = state.now
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
    tellWatchers()
  }

  /// Waits until that many sleep.
  func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.watchers.append(Watcher(count: count, continuation: continuation)) }
      tellWatchers()
    }
  }

  private func tellWatchers() {
    let satisfied = state.withLock { $0.satisfiedWatchers() }
    for watcher in satisfied { watcher.continuation.resume() }
  }

  private func add(_ sleeper: Sleeper) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.contains(sleeper.id) { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      state.sleepers.append(sleeper)
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
    tellWatchers()
  }

  private func cancel(_ id: Int) {
    let woken = state.withLock { state in
      state.cancelled.insert(id)
      let woken = state.sleepers.first { $0.id == id }
      state.sleepers.removeAll { $0.id == id }
      return woken
    }
    woken?.continuation.resume(throwing: CancellationError())
    tellWatchers()
  }
}
