import Pledge
import PledgeTestSupport
import Testing

// Foundation exports a C function of the same name. It must not cause ambiguity.
@Suite(.hangLimit)
struct PollTests {
  private let clock = ManualClock()
  private let attempts = Log<Void>()

  /// Returns the number of the attempt.
  private var counting: @Sendable () throws -> Future<Int> {
    { [attempts] in
      attempts.add()
      return Promise(value: attempts.count)
    }
  }

  @Test func `a huge interval does not overflow`() {
    let promise = poll(every: .seconds(Int64.max), until: { $0 == 2 }, counting)

    #expect(promise.isPending)
    promise.discard()
  }

  @Test func `the values of past attempts are released`() async throws {
    let cage = Cage()
    let attempt: @Sendable () -> Future<Canary> = { Promise(value: cage.canary()) }
    let promise = poll(every: .seconds(1), clock: clock, until: { _ in false }, attempt)
    for _ in 0..<10 {
      await clock.waitForSleepers(1)
      // The thread that ended an attempt releases its value a moment later.
      try await eventually { cage.living <= 1 }
      clock.advance(by: .seconds(1))
    }

    promise.discard()
    await clock.waitForSleepers(0)

    while cage.living > 0 { await Task.yield() }
    #expect(cage.living == 0)
  }
}
