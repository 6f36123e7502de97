/// A clock that stands still until a test moves it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
  }

  private let dormitory = Locked(Dormitory())

  var now: Instant { dormitory.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var sleepers: Int { dormitory.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = dormitory.withLock { $0.nextID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        change { $0.lieDown(id, until: deadline, continuation) }
      }
    } onCancel: {
      change { $0.cancel(id) }
    }
  }

  /// Moves the time, and wakes those whose time has come.
  func advance(by duration: Duration) {
    change { $0.advance(by: duration) }
  }

  /// Waits until that many sleep.
  func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      change { dormitory in
        dormitory.watchers.append((count, continuation))
        return []
      }
    }
  }

  /// Edits the state, and wakes whom that concerns after unlocking.
  private func change(_ edit: (inout Dormitory) -> [Dormitory.Wake]) {
    let wakes = dormitory.withLock { dormitory in edit(&dormitory) + dormitory.satisfied() }
    for wake in wakes { wake() }
  }
}

/// Who sleeps on a clock, apart from the threads.
private struct Dormitory {
  typealias Wake = () -> Void

  var now = ManualClock.Instant(offset: .zero)
  var sleepers: [Int: (ManualClock.Instant, CheckedContinuation<Void, any Error>)] = [:]
  var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var cancelled: Set<Int> = []
  private var lastID = 0

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func lieDown(
    _ id: Int,
    until deadline: ManualClock.Instant,
    _ continuation: CheckedContinuation<Void, any Error>
  ) -> [Wake] {
    if cancelled.contains(id) { return [{ continuation.resume(throwing: CancellationError()) }] }
    if deadline <= now { return [{ continuation.resume() }] }
    sleepers[id] = (deadline, continuation)
    return []
  }

  mutating func cancel(_ id: Int) -> [Wake] {
    cancelled.insert(id)
    guard let (_, continuation) = sleepers.removeValue(forKey: id) else { return [] }
    return [{ continuation.resume(throwing: CancellationError()) }]
  }

  mutating func advance(by duration: Duration) -> [Wake] {
    now.offset += duration
    let due = sleepers.filter { $0.value.0 <= now }
    for id in due.keys { sleepers[id] = nil }
    return due.values.map { sleeper in { sleeper.1.resume() } }
  }

  /// Those whose number of sleepers is there.
  mutating func satisfied() -> [Wake] {
    let due = watchers.filter { $0.count == sleepers.count }
    watchers.removeAll { $0.count == sleepers.count }
    return due.map { watcher in { watcher.continuation.resume() } }
  }
}
