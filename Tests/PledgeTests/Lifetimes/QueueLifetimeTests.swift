import Pledge
import PledgeTestSupport
import Testing

/// Queues and caches keep nothing of operations that have ended.
struct QueueLifetimeTests {
  private let values = Cage()
  private let captures = Cage()

  // MARK: - The queue

  @Test(arguments: Ending.allCases)
  func `an operation leaves nothing behind`(ending: Ending) {
    let queue = PromiseQueue()
    do {
      let source = Source()
      let promise = queue.add { [closure = captures.closure()] in
        source.stage(capturing: captures).ensure(closure)
      }
      #expect(captures.living == 2)

      source.end(ending, of: promise, with: values)

      #expect(!promise.isPending)
      #expect(captures.living == 0)
      source.handleErrors(of: promise)
    }
    #expect(values.living == 0)
    #expect(queue.running == 0)
  }

  @Test func `an operation that never started leaves nothing behind`() {
    let queue = PromiseQueue()
    queue.pause()
    let promises = (0..<3).map { number in
      queue.add { [closure = captures.closure()] in
        closure()
        return Promise(value: number)
      }
    }
    let consumer = promises[1].map { $0 }
    #expect(captures.living == 3)

    promises[0].discard()
    #expect(captures.living == 2)
    consumer.discard()
    #expect(captures.living == 1)
    promises[2].resolve(0)

    #expect(captures.living == 0)
    #expect(queue.drained().isFulfilled)
  }

  @Test func `a discarded queue leaves nothing behind`() {
    let queue = PromiseQueue(limit: 2)
    let never = Promise<Int>()
    for _ in 0..<10 {
      _ = queue.add { [closure = captures.closure()] in never.ensure(closure) }
    }
    #expect(captures.living == 10)

    queue.discardAll()

    #expect(captures.living == 0)
    #expect(never.isPending)
  }

  @Test func `a queue that is released while it is paused leaves nothing behind`() {
    do {
      let queue = PromiseQueue()
      queue.pause()
      let promise = queue.add { [closure = captures.closure()] in
        closure()
        return Promise(value: 1)
      }
      promise.ignoringErrors()
    }

    #expect(captures.living == 0)
  }

  @Test func `waits for the end leave nothing behind`() {
    let queue = PromiseQueue()
    let never = Promise<Int>()
    _ = queue.add { never }
    for _ in 0..<1_000 {
      queue.drained().tap { [closure = captures.closure()] in closure() }.discard()
    }

    #expect(captures.living == 0)
    #expect(queue.running == 1)
    queue.discardAll()
  }

  @Test func `a discarded operation among waiting ones leaves nothing behind`() {
    let queue = PromiseQueue()
    queue.pause()
    let first = queue.add { Promise(value: 0) }
    for _ in 0..<10_000 {
      queue.add { [closure = captures.closure()] in
        closure()
        return Promise(value: 0)
      }.discard()
    }

    #expect(captures.living == 0)
    #expect(queue.waiting == 1)
    queue.resume()
    #expect(first.got == 0)
  }

  // MARK: - The cache

  @Test(arguments: Ending.allCases)
  func `a load leaves nothing behind`(ending: Ending) {
    let flights = SingleFlight<Int, Canary>(limit: 0)
    do {
      let source = Source()
      let promise = flights.value(for: 1) { source.stage(capturing: captures) }
      let other = flights.value(for: 1) { source.promise }
      #expect(captures.living == 1)

      if ending == .discarded { other.discard() }
      source.end(ending, of: promise, with: values)

      #expect(!promise.isPending)
      #expect(captures.living == 0)
      source.handleErrors(of: promise)
      source.handleErrors(of: other)
    }
    #expect(values.living == 0)
  }

  @Test func `a cache releases values beyond the limit and removed, replaced, or expired ones`() {
    let clock = ManualClock()
    let flights = SingleFlight<Int, Canary>(expiry: .seconds(1), limit: 3, clock: clock)
    for key in 0..<10 { _ = flights.value(for: key) { Promise(value: values.canary()) } }
    #expect(values.living == 3)

    flights.insert(values.canary(), for: 9)
    #expect(values.living == 3)
    flights.remove(9)
    #expect(values.living == 2)
    clock.advance(by: .seconds(1))
    #expect(flights.count == 0)
    #expect(values.living == 0)

    for key in 0..<3 { flights.insert(values.canary(), for: key) }
    flights.removeAll()
    #expect(values.living == 0)
  }

  @Test func `a released value may use the cache it was in`() {
    let flights = SingleFlight<Int, Life>(limit: 1)
    let counts = Log<Int>()
    for key in 0..<3 {
      flights.insert(Life { [weak flights] in counts.add(flights?.count ?? -1) }, for: key)
    }
    flights.remove(2)

    #expect(counts.entries == [1, 1, 0])
  }

  @Test func `a load whose consumers detach releases its waiters one by one`() {
    let flights = SingleFlight<Int, Int>()
    let never = Promise<Int>()
    let promise = flights.value(for: 1) { never }
    for _ in 0..<1_000 {
      flights.value(for: 1) { never }
        .tap { [closure = captures.closure()] _ in closure() }
        .discard()
    }

    #expect(captures.living == 0)
    #expect(promise.isPending)
    promise.discard()
  }
}
