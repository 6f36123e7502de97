import Pledge
import PledgeTestSupport
import Testing

@Suite("14.7 `PromiseQueue`: priorities, limits, rates", .hangLimit)
struct QueueLoad {
  private let queue = PromiseQueue()
  private let clock = ManualClock()
  private let work = Work()

  @Test func `14.7.1 Of the waiting operations, those with the highest priority start first`() {
    for (number, priority) in [0, 0, 1, -1, 1, 0].enumerated() {
      _ = queue.add(priority: priority) { work.start(number) }
    }

    for _ in 0..<6 { _ = work.started.last.map { work[$0].resolve($0) } }

    #expect(work.started == [0, 2, 4, 1, 5, 3])
  }

  @Test
  func `14.7.2 If the limit is raised, waiting operations start before the call returns`() throws {
    for number in 0..<4 { _ = queue.add { work.start(number) } }

    try queue.setLimit(3)

    #expect(queue.limit == 3)
    #expect(work.started == [0, 1, 2])
    queue.discardAll()
  }

  @Test func `14.7.3 If the limit is lowered, running operations continue`() throws {
    let queue = PromiseQueue(limit: 3)
    for number in 0..<5 { _ = queue.add { work.start(number) } }

    try queue.setLimit(1)
    #expect(work.promises.allSatisfy { $0.isPending })
    work[0].resolve(0)
    work[1].resolve(1)
    #expect(work.started == [0, 1, 2])
    work[2].resolve(2)

    #expect(work.started == [0, 1, 2, 3])
    queue.discardAll()
  }

  @Test func `14.7.4 A new limit below one throws ArgumentError and changes nothing`() {
    let queue = PromiseQueue(limit: 2)

    let error = #expect(throws: ArgumentError.self) { try queue.setLimit(0) }

    #expect(error?.description == "PromiseQueue(limit: 0): limit must be at least 1")
    #expect(queue.limit == 2)
    #expect(queue.add { Promise(value: 1) }.got == 1)
  }

  @Test
  func `14.7.5 In a queue with a rate, each operation that starts takes a token`() async throws {
    let rate = PromiseQueue.Rate(1, per: .seconds(2), burst: 2)
    let queue = PromiseQueue(limit: 10, rate: rate, clock: clock)
    let promises = (0..<4).map { number in queue.add { Promise(value: number) } }
    #expect(promises.map(\.isPending) == [false, false, true, true])

    for promise in promises.dropFirst(2) {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      #expect(promise.isPending)
      clock.advance(by: .seconds(1))
      _ = await promise.settled()
    }

    #expect(promises.map(\.got) == [0, 1, 2, 3])
  }

  @Test func `14.7.6 An operation that ends while it waits takes no token`() async throws {
    let rate = PromiseQueue.Rate(1, per: .seconds(1))
    let queue = PromiseQueue(limit: 10, rate: rate, clock: clock)
    let promises = (0..<5).map { number in queue.add { Promise(value: number) } }
    await clock.waitForSleepers(1)

    promises[1].discard()
    promises[2].resolve(7)
    promises[3].map { $0 }.discard()
    clock.advance(by: .seconds(1))

    #expect(try await promises[4].settled().get() == 4)
  }

  @Test func `14.7.7 The timer ends when no operation waits for a token`() async {
    let rate = PromiseQueue.Rate(1, per: .seconds(1))
    let queue = PromiseQueue(limit: 10, rate: rate, clock: clock)
    let waiting = (0..<2).map { _ in queue.add { Promise(value: 1) } }[1]
    await clock.waitForSleepers(1)

    queue.pause()
    await clock.waitForSleepers(0)
    queue.resume()
    await clock.waitForSleepers(1)
    waiting.discard()

    await clock.waitForSleepers(0)
    #expect(queue.drained().isFulfilled)
  }

  @Test
  func `14.7.8 An operation that would be one too many to wait is rejected with QueueFullError`() {
    let queue = PromiseQueue(maxWaiting: 1)
    let promises = (0..<3).map { number in queue.add { work.start(number) } }
    #expect(promises[2].failure as? QueueFullError == QueueFullError(maxWaiting: 1))
    #expect(queue.add(priority: 9) { work.start(9) }.failure is QueueFullError)

    promises[1].discard()
    _ = queue.add { work.start(3) }
    work[0].resolve(0)

    #expect(work.started == [0, 3])
    queue.discardAll()
  }

  @Test func `14.7.9 Invalid arguments reject every operation with ArgumentError`() {
    let queues = [
      PromiseQueue(maxWaiting: -1),
      PromiseQueue(rate: .init(0, per: .seconds(1))),
      PromiseQueue(rate: .init(1, per: .seconds(-1))),
      PromiseQueue(rate: .init(1, per: .seconds(1), burst: 0)),
    ]

    for queue in queues {
      #expect(queue.add { work.start(0) }.failure is ArgumentError)
    }
    #expect(work.started == [])
  }

  @Test("14.7.10 If the clock fails, operations that wait for a token are rejected with its error")
  func clause14_7_10() async {
    // The clock shows the real time, so no token must arrive during the test.
    let rate = PromiseQueue.Rate(1, per: .seconds(3600))
    let queue = PromiseQueue(limit: 10, rate: rate, clock: FailingClock())
    let promises = (0..<3).map { number in queue.add { Promise(value: number) } }

    for promise in promises.dropFirst() {
      _ = await promise.settled()
      #expect(promise.failure is Broken)
    }
    #expect(promises[0].got == 0)
  }

  @Test(
    "14.7.11 `setPriority` moves a waiting operation behind those that have the priority already"
  )
  func clause14_7_11() {
    let promises = (0..<5).map { number in
      queue.add(priority: number == 3 ? 1 : 0) { work.start(number) }
    }

    #expect(queue.setPriority(1, of: promises[2]))
    #expect(queue.setPriority(1, of: promises[3]))
    #expect(queue.setPriority(-1, of: promises[1]))
    #expect(!queue.setPriority(1, of: promises[0]))
    #expect(!queue.setPriority(1, of: Promise(value: 0)))
    for number in [0, 3, 2, 4] { work[number].resolve(number) }

    #expect(work.started == [0, 3, 2, 4, 1])
    queue.discardAll()
  }

  @Test(
    "14.7.12 With `rejectLowestPriority`, an operation makes room for one with a higher priority"
  )
  func clause14_7_12() {
    let queue = PromiseQueue(maxWaiting: 2, overflow: .rejectLowestPriority)
    let priorities = [0, 1, 0, 0, 1, 2, 2, 3]
    let promises = priorities.enumerated().map { number, priority in
      queue.add(priority: priority) { work.start(number) }
    }

    #expect(
      promises.map { $0.failure is QueueFullError }
        == [false, true, true, true, true, false, true, false]
    )
    for number in [0, 7, 5] { work[number].resolve(number) }
    #expect(work.started == [0, 7, 5])
    #expect(queue.drained().got != nil)
  }
}
