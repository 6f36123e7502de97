import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct PromiseQueueTests {
  private let clock = ManualClock()
  private let works = Work()

  private func add(_ numbers: some Sequence<Int>, to queue: PromiseQueue) -> [Promise<Int>] {
    numbers.map { number in queue.add { [works] in works.start(number) } }
  }

  // MARK: - Order and limit

  @Test func `a serial queue runs operations one after another`() {
    let queue = PromiseQueue()
    let promises = add(0..<3, to: queue)
    #expect(works.started == [0])

    works[0].resolve(0)
    #expect(works.started == [0, 1])
    works[1].reject(Broken())
    #expect(works.started == [0, 1, 2])
    works[2].resolve(2)

    #expect(promises[0].got == 0)
    #expect(promises[1].broken == Broken())
    #expect(promises[2].got == 2)
  }

  @Test(arguments: [1, 2, 3, 5, 9])
  func `as many operations run as the limit allows, whichever ends first`(limit: Int) {
    let queue = PromiseQueue(limit: limit)
    let promises = add(0..<6, to: queue)
    #expect(works.started == Array(0..<min(limit, 6)))

    for ended in 0..<6 {
      #expect(queue.running == min(limit, 6 - ended))
      #expect(queue.waiting == max(0, 6 - ended - limit))
      works.started.last { works[$0].isPending }.map { works[$0].resolve($0) }
    }

    #expect(works.started == Array(0..<6))
    #expect(promises.compactMap(\.got) == Array(0..<6))
    #expect((queue.running, queue.waiting) == (0, 0))
  }

  @Test func `the next operation starts after the handlers of the previous one`() {
    let queue = PromiseQueue()
    let tally = Log<String>()
    let first = queue.add { [works] in works.start(0) }
    _ = first.tap { _ in tally.add("handler, \(works.started.count) started") }
    _ = queue.add { [works] in
      tally.add("start, \(first.isFulfilled)")
      return works.start(1)
    }

    works[0].resolve(0)

    #expect(tally.entries == ["handler, 1 started", "start, true"])
    works[1].resolve(1)
  }

  @Test func `operations added by an operation come last`() {
    let queue = PromiseQueue()
    let gate = Promise<Void>()
    _ = queue.add { gate }
    _ = queue.add { [works, weak queue] in
      _ = queue?.add { works.start(3) }
      return works.start(1)
    }
    _ = queue.add { [works] in works.start(2) }

    gate.resolve()
    #expect(works.started == [1])
    works[1].resolve(1)
    works[2].resolve(2)

    #expect(works.started == [1, 2, 3])
    works[3].resolve(3)
  }

  @Test(arguments: [0, -1, .min])
  func `a limit below one rejects every operation`(limit: Int) {
    let queue = PromiseQueue(limit: limit)

    let promise = queue.add { [works] in works.start(0) }

    let error = promise.failure as? ArgumentError
    #expect(error?.description == "PromiseQueue(limit: \(limit)): limit must be at least 1")
    #expect(works.started == [])
    #expect(queue.drained().isFulfilled)
  }

  @Test func `with the maximum limit, all operations run`() {
    let queue = PromiseQueue(limit: .max)
    let promises = add(0..<100, to: queue)

    #expect(works.started == Array(0..<100))
    for number in 0..<100 { works[number].resolve(number) }
    #expect(promises.compactMap(\.got) == Array(0..<100))
  }

  // MARK: - Kinds of operations

  @Test func `a task is an operation`() async throws {
    let queue = PromiseQueue()
    let gate = Promise<Int>()

    let first = queue.addTask { try await gate.value + 1 }
    let second = queue.addTask { 5 }
    #expect((queue.running, queue.waiting) == (1, 1))
    gate.resolve(1)

    #expect(try await first.value == 2)
    #expect(try await second.value == 5)
  }

  @Test func `a task that throws frees its slot`() async throws {
    let queue = PromiseQueue()

    let first = queue.addTask { () async throws -> Int in throw Broken() }
    let second = queue.addTask { 5 }

    await #expect(throws: Broken()) { try await first.value }
    #expect(try await second.value == 5)
  }

  @Test func `a callback is an operation, and counts once`() {
    let queue = PromiseQueue()
    let resolvers = Log<Resolver<Int>>()
    let first = queue.addCallback { resolvers.add($0) }
    let others = add(1...2, to: queue)

    #expect(resolvers.entries[0].resolve(7))
    #expect(!resolvers.entries[0].resolve(8))
    #expect(!resolvers.entries[0].reject(Broken()))

    #expect(first.got == 7)
    #expect(works.started == [1])
    #expect(others.allSatisfy { $0.isPending })
    queue.discardAll()
  }

  @Test func `a callback that is dropped breaks the promise and frees its slot`() {
    let queue = PromiseQueue()
    let resolver = Locked<Resolver<Int>?>(nil)
    let lost = queue.addCallback { resolver.value = $0 }
    let next = queue.add { Promise(value: 1) }
    #expect(next.isPending)

    resolver.value = nil

    #expect((lost.failure as? BrokenPromiseError)?.fileID == #fileID)
    #expect(next.got == 1)
  }

  @Test func `an operation that throws is rejected, and frees its slot`() {
    let queue = PromiseQueue()

    let promise = queue.add { () throws -> Future<Int> in throw Broken() }
    let callback = queue.addCallback { (_: Resolver<Int>) throws in throw Broken(number: 1) }

    #expect(promise.broken == Broken())
    #expect(callback.broken == Broken(number: 1))
    #expect(queue.running == 0)
  }

  @Test func `an operation whose promise is in use elsewhere does not discard it`() {
    let queue = PromiseQueue()
    let shared = works.start(0)
    let other = shared.map { $0 }

    queue.add { shared }.discard()

    #expect(shared.isPending)
    shared.resolve(1)
    #expect(other.got == 1)
  }

  @Test func `an operation that waits for itself is rejected`() {
    let queue = PromiseQueue()
    let own = Locked<Promise<Int>?>(nil)
    queue.pause()
    own.value = queue.add { own.value ?? Promise(value: 0) }
    let next = queue.add { Promise(value: 1) }

    queue.resume()

    #expect(own.value?.failure is CycleError)
    #expect(next.got == 1)
  }

  // MARK: - Timeouts

  @Test func `a timeout counts from the start, and frees the slot`() async throws {
    let queue = PromiseQueue(clock: clock)
    let stubborn = Promise<Int>()
    let first = queue.add(timeout: .seconds(5)) { stubborn }
    let second = queue.add(timeout: .seconds(5)) { [works] in works.start(1) }
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))
    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await first.value }
    #expect(stubborn.isPending)
    try await eventually { works.started == [1] }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    works[1].resolve(1)

    #expect(try await second.value == 1)
    await clock.waitForSleepers(0)
  }

  @Test func `a timeout discards the work, and cancels the task`() async throws {
    let queue = PromiseQueue(limit: 3, clock: clock)
    let cancelled = Log<Void>()
    let promise = queue.add(timeout: .seconds(1)) { [works] in works.start(0) }
    let task = queue.addTask(timeout: .seconds(1)) { [never = Promise<Int>()] in
      defer { cancelled.add() }
      return try await never.value
    }
    let resolvers = Log<Resolver<Int>>()
    let callback = queue.addCallback(timeout: .seconds(1)) { (resolver: Resolver<Int>) in
      resolver.onDiscard { cancelled.add() }
      resolvers.add(resolver)
    }
    await clock.waitForSleepers(3)

    clock.advance(by: .seconds(1))

    for promise in [promise, task, callback] as [Promise<Int>] {
      await #expect(throws: TimeoutError(limit: .seconds(1))) { try await promise.value }
    }
    #expect(works[0].isDiscarded)
    try await eventually { cancelled.count == 2 }
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `with a timeout of zero or less, an operation is rejected`(limit: Duration) async {
    let queue = PromiseQueue(clock: clock)
    let promise = queue.add(timeout: limit) { [works] in works.start(0) }

    await #expect(throws: TimeoutError(limit: limit)) { try await promise.value }
    #expect(works[0].isDiscarded)
  }
}

/// Polls until `condition`, which other threads bring about, is true.
func eventually(_ condition: () -> Bool) async throws {
  while !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
