import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct PromiseQueueTests {
  private let queue = PromiseQueue()
  private let clock = ManualClock()
  private let works = Work()

  // MARK: - Order and limit

  @Test func `operations added by an operation come last`() {
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

  // MARK: - Kinds of operations

  @Test func `a task that throws frees its slot`() async throws {
    let first = queue.add { () async throws -> Int in throw Broken() }
    let second = queue.add { 5 }

    await #expect(throws: Broken()) { try await first.value }
    #expect(try await second.value == 5)
  }

  @Test func `an operation whose promise is in use elsewhere does not discard it`() {
    let shared = works.start(0)
    let other = shared.map { $0 }

    queue.add { shared }.discard()

    #expect(shared.isPending)
    shared.resolve(1)
    #expect(other.got == 1)
  }

  @Test func `an operation that waits for itself is rejected`() {
    let own = Locked<Promise<Int>?>(nil)
    queue.pause()
    own.value = queue.add { own.value ?? Promise(value: 0) }
    let next = queue.add { Promise(value: 1) }

    queue.resume()

    #expect(own.value?.failure is CycleError)
    #expect(next.got == 1)
  }

  // MARK: - Timeouts

  @Test func `a timeout discards the work, and cancels the task`() async throws {
    let queue = PromiseQueue(limit: 3, clock: clock)
    let cancelled = Log<Void>()
    let promise = queue.add(timeout: .seconds(1)) { [works] in works.start(0) }
    let task = queue.add(timeout: .seconds(1)) { [never = Promise<Int>()] in
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
