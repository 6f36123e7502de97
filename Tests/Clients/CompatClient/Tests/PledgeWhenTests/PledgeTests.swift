import Dispatch
import Pledge
import PledgeWhen
import TestSupport
import Testing

private typealias Promise = PledgeWhen.Promise

@Suite(.timeLimit(.minutes(60)))
struct PledgeTests {
  private let queue = DispatchQueue(label: "pledge")

  @Test func `a promise becomes a Pledge promise in every state`() async {
    let resolved = Promise(queue: queue, state: .resolved(value: 1))
    await #expect(throws: Never.self) { try await resolved.pledge.value }
    let rejected = Promise<Int>(queue: queue, state: .rejected(error: Broken()))
    await #expect(throws: Broken.self) { try await rejected.pledge.value }
    let cancelled = Promise<Int>(queue: queue)
    cancelled.cancel()
    await #expect(throws: DiscardedError.self) { try await cancelled.pledge.value }
  }

  @Test func `a Pledge promise becomes a promise in every state`() {
    let fulfilled = Promise(queue: queue, pledge: Pledge.Promise(value: 1))
    let rejected = Promise(queue: queue, pledge: Pledge.Promise<Int>(error: Broken()))
    let source = Pledge.Promise<Int>()
    let discarded = Promise(queue: queue, pledge: source)
    source.discard()
    flush(queue)
    #expect(fulfilled.state.result?.value == 1)
    #expect(rejected.state.result?.error is Broken)
    #expect(discarded.state.result?.error as? PromiseError == .cancelled)
  }

  @Test func `canceling a promise discards the future without other consumers`() {
    let log = Log<Int>()
    let unshared = Pledge.Promise<Int>(discard: { log.add(1) })
    let shared = Pledge.Promise<Int>(discard: { log.add(2) })
    let listener = shared.map { $0 }
    let promises = [unshared, shared].map { Promise(queue: queue, pledge: $0) }
    for promise in promises { promise.cancel() }
    flush(queue)
    #expect(log.entries == [1])
    #expect(unshared.isRejected && listener.isPending)
    listener.discard()
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
      flush(queue)
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
    flush(queue)
    #expect(promise.state.isPending && thrown.state.isPending && log.entries.isEmpty)
    promise.cancel()
    flush(queue)
    #expect(promise.state.isRejected && log.entries == [true])
  }
}
