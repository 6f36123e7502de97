import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests the accounts of workers after a run, on a manual clock.
@Suite(.timeLimit(.minutes(60))) struct AccountTests {
  private let clock = ManualClock()
  private let counts = Promise<WorkCounts.Numbers>()
  private let end = Promise<Int32>()

  private func account() -> Promise<Account> {
    Account.of(counts: counts, end: end.shared(), patience: .seconds(5), clock: clock)
  }

  @Test func `a worker that responds has its own counts`() async throws {
    let numbers = WorkCounts.Numbers(started: 3, answered: 2, refused: 0, cancelled: 1)
    let account = account()

    counts.resolve(numbers)

    #expect(try await expectFulfilled(account) == .counted(numbers))
    #expect(end.isPending)
  }

  @Test func `a killed worker has ended, even if its calls fail before that is known`()
    async throws
  {
    let account = account()
    counts.reject(CallFailure(worker: 0, kind: .gone, detail: "as it was told"))
    #expect(account.isPending)

    end.resolve(9)

    #expect(try await expectFulfilled(account) == .ended)
  }

  @Test func `a worker that was started elsewhere is silent if it cannot be asked`() async throws {
    let account = Account.of(counts: counts, end: nil, patience: .seconds(5), clock: clock)

    counts.reject(CallFailure(worker: 0, kind: .gone, detail: "as it was told"))

    #expect(try await expectFulfilled(account) == .silent)
  }

  @Test func `a running worker that does not respond in time is silent`() async throws {
    let account = account()
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    #expect(try await expectFulfilled(account) == .silent)
  }
}
