@testable import PledgeTesting

/// Whether the types have no bug.
enum Seeded {
  @TaskLocal static var isRepaired = false
}

/// Stands for a request, whose answer may overtake others.
private func request() async { await Task {}.value }

/// A semaphore: a waiter that was given a permit looks for a cancellation, and loses it.
actor LossyPermits {
  private var free = 0
  private var waiters: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  private var lastID = 0

  func acquire() async throws {
    if free > 0 {
      free -= 1
      return
    }
    lastID += 1
    let id = lastID
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiters.append((id, $0)) }
    } onCancel: {
      Task { await self.cancel(id) }
    }
    if !Seeded.isRepaired { try Task.checkCancellation() }
  }

  func release() {
    if waiters.isEmpty {
      free += 1
      return
    }
    waiters.removeFirst().continuation.resume()
  }

  private func cancel(_ id: Int) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}

/// A cache that keeps what a load returns, although the value was changed meanwhile.
actor StaleCache {
  private var (stored, cached, changes) = (0, Int?.none, 0)

  func read() async -> Int {
    if let cached { return cached }
    let (value, before) = (stored, changes)
    await request()
    if !Seeded.isRepaired || changes == before { cached = value }
    return value
  }

  func write(_ value: Int) { (stored, cached, changes) = (value, nil, changes + 1) }
}

/// A limiter of one call per second, at whose edge two calls both begin a window.
actor EdgeLimiter {
  private let clock: WorldClock
  private var (end, count) = (Duration.seconds(1), 0)

  init(_ world: Exploration.World) { clock = world.clock }

  func admit() async -> Bool {
    if clock.now.offset >= end {
      if !Seeded.isRepaired { await request() }
      (end, count) = (clock.now.offset + .seconds(1), 0)
    }
    count += 1
    return count == 1
  }
}

struct Window: Equatable {
  var now = Duration.zero
  private var (end, count) = (Duration.seconds(1), 0)

  mutating func admit() -> Bool {
    if now >= end { (end, count) = (now + .seconds(1), 0) }
    count += 1
    return count == 1
  }
}

/// A buffer that forgets the elements that come while others are written.
actor LossyBuffer {
  private var elements: [Int] = []

  func add(_ element: Int) { elements.append(element) }

  func drain() async -> [Int] {
    let drained = elements
    if Seeded.isRepaired { elements = [] }
    await request()
    if !Seeded.isRepaired { elements = [] }
    return drained
  }
}

/// A cell that two calls can both complete.
actor DoubleOnce {
  private var isComplete = false

  func complete() async -> Bool {
    if isComplete { return false }
    if Seeded.isRepaired { isComplete = true }
    await request()
    isComplete = true
    return true
  }
}

/// A text whose version begins anew when it is cleared, so an edit takes another one for its own.
actor VersionedText {
  private var (text, version) = ("a", 1)

  func read() -> String { text }

  func append() async {
    while true {
      let (text, version) = (text, version)
      await request()
      if version == self.version {
        (self.text, self.version) = (text + "b", version + 1)
        return
      }
    }
  }

  func clear() { (text, version) = ("", Seeded.isRepaired ? version + 1 : 0) }
}
