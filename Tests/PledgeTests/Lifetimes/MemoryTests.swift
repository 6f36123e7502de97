import Pledge
import PledgeTestSupport
import Testing

/// A pending promise accumulates nothing from consumers that have stopped waiting.
@Suite(.hangLimit)
struct MemoryTests {
  private let cage = Cage()
  private let never = Promise<Canary>()

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
