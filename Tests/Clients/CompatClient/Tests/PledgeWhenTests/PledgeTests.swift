import Dispatch
import Pledge
import PledgeWhen
import TestSupport
import Testing

private typealias Promise = PledgeWhen.Promise

@Suite(.hangLimit)
struct PledgeTests {
  private let queue = DispatchQueue(label: "pledge")

  @Test func `a canceled promise becomes a discarded Pledge promise`() async {
    let cancelled = Promise<Int>(queue: queue)
    cancelled.cancel()
    await #expect(throws: DiscardedError.self) { try await cancelled.pledge.value }
  }

  @Test func `dropping its closures breaks a promise; it is reported if it has a consumer`()
    async
  {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "broken promises")
      let log = Log<Bool>()
      PledgeWhen.Promise<Int>(queue: queue) { _, _ in }.always { _ in log.add(true) }
      _ = PledgeWhen.Promise<Int>(queue: queue)
      _ = PledgeWhen.Promise<Int>(queue: queue, state: .rejected(error: Broken()))
      queue.finish()
      #expect(log.entries.isEmpty)
      #expect(reports.entries.count == 1)
      #expect(
        reports.entries.allSatisfy { "\($0.error)".contains("PledgeWhenTests/PledgeTests.swift:") }
      )
    }
  }

  @Test func `a promise that is rejected as a broken promise is broken, too`() throws {
    var pair: (promise: Pledge.Promise<Int>, resolver: Resolver<Int>)? = Pledge.Promise.pending()
    let pledge = pair?.promise
    pledge?.ignoringErrors()
    pair = nil
    let error = try #require(pledge?.result?.error)
    let log = Log<Bool>()
    let promise = Promise<Int>(queue: queue)
    promise.always { _ in log.add(true) }
    promise.reject(error)
    let thrown = Promise<Int>(queue: queue) { throw error }
    queue.finish()
    #expect(promise.state.isPending && thrown.state.isPending && log.entries.isEmpty)
    promise.cancel()
    queue.finish()
    #expect(promise.state.isRejected && log.entries == [true])
  }
}
