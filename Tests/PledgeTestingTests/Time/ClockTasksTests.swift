import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// `run(for:)` with attempts that are asynchronous closures.
@Suite(.serialized, .hangLimit)
struct ClockTasksTests {
  @Test func `all attempts of a retry that fit into the time are made`() async throws {
    try await repeatedly { clock in
      let times = Log<Duration>()
      let user = retry(max: 10, backoff: .constant(.seconds(1)), clock: clock) {
        Promise { () async throws -> Int in
          times.add(clock.now.offset)
          throw Broken()
        }
      }
      await clock.run(for: .seconds(5))
      #expect(times.entries == (0...5).map { .seconds($0) })
      user.discard()
    }
  }

  @Test func `the first attempt is waited for, although something else sleeps`() async throws {
    try await repeatedly { clock in
      let attempts = Log<Void>()
      let failing: @Sendable () -> Future<Int> = {
        Promise { () async throws -> Int in
          attempts.add()
          for _ in 0..<4 { await Task.yield() }
          throw Broken()
        }
      }
      let limit = after(.seconds(60), clock: clock)
      let user = retry(max: 10, backoff: .constant(.seconds(1)), clock: clock, failing)
      await clock.run(for: .seconds(1))
      #expect(attempts.count == 2)
      user.discard()
      limit.discard()
    }
  }

  @Test func `polls and hedges wait for their attempts`() async throws {
    try await repeatedly { clock in
      let limit = after(.seconds(60), clock: clock)
      let times = Log<Duration>()
      let attempt: @Sendable () -> Future<Int> = {
        Promise { () async -> Int in
          times.add(clock.now.offset)
          return times.count
        }
      }
      let polled = poll(every: .seconds(1), clock: clock, until: { $0 == 3 }, attempt)
      await clock.run(for: .seconds(2))
      #expect(polled.got == 3)
      let hedged = hedge(after: .seconds(1), clock: clock, attempt)
      await clock.run(for: .zero)
      #expect(hedged.got == 4)
      #expect(times.entries == [.zero, .seconds(1), .seconds(2), .seconds(2)])
      limit.discard()
    }
  }

  @Test func `attempts that sleep, have children, and call actors are waited for`() async throws {
    try await repeatedly { clock in
      let counter = Counter()
      let user = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock) {
        Promise { () async throws -> Int in
          try await clock.sleep(for: .seconds(1))
          async let first = counter.next()
          async let second = counter.next()
          let sum = await first + second
          guard sum > 9 else { throw Broken() }
          return sum
        }
      }
      await clock.run(for: .seconds(5))
      #expect(user.got == 11)
    }
  }

  @Test @MainActor func `a test on the main actor waits for attempts there`() async throws {
    for _ in 0..<50 {
      let (clock, model) = (ManualClock(), Model())
      let user = retry(max: 3, backoff: .constant(.seconds(1)), clock: clock) {
        Promise { try await model.load() }
      }
      await clock.run(for: .seconds(2))
      #expect(user.got == 3)
    }
  }

  @Test func `the promise that an attempt awaits may wait for the clock`() async throws {
    try await repeatedly { clock in
      let user = retry(max: 2, clock: clock) {
        Promise { try await Promise<Int>.never().timeout(after: .seconds(2), clock: clock).value }
      }
      await clock.run(for: .milliseconds(3_999))
      expectPending(user)
      await clock.run(for: .milliseconds(1))
      #expect(user.failure is RetryError)
    }
  }

  @Test func `a task that waits for something else is not waited for`() async throws {
    let (clock, gate) = (ManualClock(), Promise<Int>())
    let user = after(.seconds(1), clock: clock).flatMap { Promise { try await gate.value } }
    await clock.run(for: .seconds(2))
    expectPending(user)
    gate.resolve(1)
    await clock.run(for: .zero)
    #expect(user.got == 1)
  }

  @Test func `tasks that a discard cancels are waited for`() async throws {
    try await repeatedly { clock in
      let ended = Log<Bool>()
      let user = retry(max: 2, clock: clock) {
        Promise { () async throws -> Int in
          defer { ended.add(Task.isCancelled) }
          try await clock.sleep(for: .seconds(5))
          return 1
        }
      }
      await clock.run(for: .seconds(1))
      user.discard()
      await clock.run(for: .zero)
      #expect(ended.entries == [true])
    }
  }
}

private actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}

@MainActor private final class Model {
  private var count = 0
  private let counter = Counter()

  /// Fails twice.
  func load() async throws -> Int {
    count = await counter.next()
    guard count > 2 else { throw Broken() }
    return count
  }
}
