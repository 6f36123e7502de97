import Pledge
import PledgeTesting
import Testing

@testable import fanout

/// Tests in virtual time how long a run takes if most of its workers are killed.
@Suite(.timeLimit(.minutes(60))) struct KilledWorkersTests {
  private let clock = ManualClock()
  private let workers = FakeWorkers()

  @Test func `with three of four workers killed, a stall takes as long as it does with one worker`()
    async throws
  {
    let policy = Policy(deadline: .seconds(60), hedgeAfter: .seconds(1), backoff: .none)
    let dispatcher = Dispatcher(workers: 4, policy: policy, clock: clock) { [workers] in
      workers.remote($0, $1)
    }
    let batch = dispatcher.map(0..<4, limit: 4)
    var calls: [FakeWorkers.Call] = []
    for number in 0..<4 { calls.append(try await workers.call(number)) }
    // Each item has a deadline, the end of its attempt, and the time of its second call.
    await clock.waitForSleepers(12)

    for call in calls where call.assignment.worker < 3 {
      dispatcher.died(call.assignment.worker)
      call.fail(.gone)
    }
    for number in 4..<7 { try await workers.call(number).answer() }
    // The item of the last worker stalls, so the worker is asked again.
    clock.advance(by: .seconds(1))
    try await workers.call(7).answer()

    #expect(try await expectFulfilled(batch).allSatisfy { $0.failure == nil })
    // One worker alone would need this second, too. Without a second call, it would be half a minute.
    #expect(clock.now.offset == .seconds(1))
    let reasons = dispatcher.ledger.calls.map(\.reason)
    #expect(reasons == Array(repeating: .first, count: 4) + [.retry, .retry, .retry, .hedge])
  }
}
