import Pledge
import PledgeTestSupport
import Testing

/// A pending promise accumulates nothing from consumers that have stopped waiting.
@Suite(.hangLimit)
struct MemoryTests {
  private let cage = Cage()
  private let never = Promise<Canary>()

  @Test func `a thousand races leave nothing behind`() {
    var races = WeakReferences<Promise<Canary>>()
    for _ in 0..<1_000 { races.note(race(never, Promise(value: cage.canary()))) }

    #expect(cage.living == 0)
    #expect(races.living == 0)
    #expect(never.isPending)
  }

  @Test func `a thousand races that are settled later leave nothing behind`() {
    var races = WeakReferences<Promise<Canary>>()
    for _ in 0..<1_000 {
      let other = Promise<Canary>()
      races.note(race(never, other))
      other.resolve(cage.canary())
    }

    #expect(cage.living == 0)
    #expect(races.living == 0)
    #expect(never.isPending)
  }

  @Test func `a thousand races with its stages leave nothing behind`() {
    for _ in 0..<1_000 {
      let stage = never.map { [closure = cage.closure()] value in
        closure()
        return value
      }
      _ = race(stage, Promise(value: cage.canary()))
    }

    #expect(cage.living == 0)
    #expect(never.isPending)
  }

  @Test func `a thousand timeouts leave nothing behind`() async throws {
    let clock = ManualClock()
    var timeouts = WeakReferences<Promise<Void>>()
    for _ in 0..<1_000 {
      let limited = never.map { [closure = cage.closure()] _ in closure() }
        .timeout(after: .seconds(1), clock: clock)
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      await #expect(throws: TimeoutError.self) { try await limited.value }
      timeouts.note(limited)
    }

    #expect(cage.living == 0)
    #expect(clock.sleepers == 0)
    // The threads that settle the timeouts release them a moment later.
    try await eventually { timeouts.living == 0 }
    #expect(never.isPending)
  }

  @Test func `a thousand concurrent timeouts leave nothing behind`() async throws {
    let clock = ManualClock()
    let limited = (0..<1_000).map { _ in
      never.map { [closure = cage.closure()] _ in closure() }
        .timeout(after: .seconds(1), clock: clock)
    }
    await clock.waitForSleepers(1_000)
    #expect(cage.living == 1_000)

    clock.advance(by: .seconds(1))
    _ = try await allSettled(limited).value

    #expect(cage.living == 0)
    #expect(never.isPending)
  }

  @Test func `a thousand canceled waits leave nothing behind`() async {
    for _ in 0..<1_000 {
      let wait = Task { [never, closure = cage.closure()] in
        closure()
        _ = try await never.value
      }
      wait.cancel()
      await #expect(throws: CancellationError.self) { try await wait.value }
    }

    #expect(never.isPending)
  }
}

/// Weak references to objects that should have been released.
private struct WeakReferences<Object: AnyObject> {
  private struct Reference {
    weak var object: Object?
  }

  private var references: [Reference] = []

  var living: Int { references.count { $0.object != nil } }

  mutating func note(_ object: Object) {
    references.append(Reference(object: object))
  }
}
