import Pledge
import PledgeCore
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct PromiseQueueTests {
  private let queue = PromiseQueue()
  private let clock = ManualClock()
  private let works = Work()

  // MARK: - Order and limit

  @Test func `an operation with a free slot starts within the call, observed or not`() async {
    await #expect(processExitsWith: .success) {
      func startsInHandler() -> Bool? {
        let isInHandler = Locked<Bool?>(nil)
        _ = PromiseQueue().add {
          isInHandler.value = Nesting.isInHandler
          return Promise(value: 1)
        }
        return isInHandler.value
      }
      #expect(startsInHandler() == false)
      var isInHandler: Bool?
      let events = Recording { isInHandler = startsInHandler() }
      #expect(isInHandler == false)
      // That of the operation, and that which it returns.
      #expect(events.all.filter(\.isCreation).count == 2)
    }
  }

  // MARK: - Kinds of operations

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

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `with a timeout of zero or less, an operation is rejected`(limit: Duration) async {
    let queue = PromiseQueue(clock: clock)
    let promise = queue.add(timeout: limit) { [works] in works.start(0) }

    await #expect(throws: TimeoutError(limit: limit)) { try await promise.value }
    #expect(works[0].isDiscarded)
  }

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
}

/// Polls until `condition`, which other threads bring about, is true.
func eventually(_ condition: () -> Bool) async throws {
  while !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

/// Pausing, discarding and draining a queue.
struct PromiseQueueSteeringTests {
  private let queue = PromiseQueue()
  private let works = Work()

  // MARK: - Pausing

  @Test func `an operation pauses its own queue`() {
    _ = queue.add { [weak queue] in
      queue?.pause()
      return Promise(value: 0)
    }
    let next = queue.add { Promise(value: 1) }

    #expect(next.isPending)
    queue.resume()
    #expect(next.got == 1)
  }

  // MARK: - Discarding one

  @Test func `an operation that fails after discarding itself is not reported`() async {
    await #expect(processExitsWith: .success) {
      let tally = Log<Void>()
      UnhandledRejections.handle { _ in tally.add() }
      let queue = PromiseQueue()
      queue.pause()
      _ = queue.add { () -> Promise<Int> in
        queue.discardAll()
        return Promise(error: Broken())
      }
      queue.resume()
      #expect(tally.count == 0)
    }
  }

  @Test func `an operation that discards itself ends when its closure returns`() {
    let own = Locked<Promise<Int>?>(nil)
    queue.pause()
    own.value = queue.add { [works] in
      own.value?.discard()
      #expect(own.value?.isDiscarded == true)
      #expect(works.started == [])
      return works.start(0)
    }
    let next = queue.add { [works] in works.start(1) }

    queue.resume()

    #expect(works.started == [0, 1])
    #expect(works[0].isDiscarded)
    works[1].resolve(1)
    #expect(next.got == 1)
  }

  // MARK: - Draining

  @Test func `an operation that throws, and one that is discarded before its turn, are done`() {
    let progress = ProgressMonitor()
    let queue = PromiseQueue(progress: progress)
    queue.pause()
    let thrown: Promise<Int> = queue.add { throw Broken() }
    let discarded = queue.add { Promise(value: 1) }
    #expect(progress.latest.fraction == 0)

    discarded.discard()
    #expect(progress.latest.fraction == 0.5)
    queue.resume()

    #expect(progress.latest.fraction == 1)
    #expect(thrown.broken == Broken())
  }
}

// MARK: - Order

extension PromiseQueueSteeringTests {
  @Test func `the work of an operation that discards itself stops before the next starts`() {
    let events = Log<String>()
    let gate = Promise<Int>()
    let work = Promise<Int>(discard: { events.add("stopped") })
    let held = Locked<Promise<Int>?>(nil)
    _ = queue.add { gate }
    held.value = queue.add {
      held.value?.discard()
      return work
    }
    _ = queue.add { events.pass(Promise(value: 3), "next") }

    gate.resolve(1)

    #expect(events.entries == ["stopped", "next"])
  }
}
