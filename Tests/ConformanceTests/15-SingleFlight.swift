import Dispatch
import Foundation
import Pledge
import PledgeTestSupport
import Testing

@Suite("15 `SingleFlight`", .hangLimit)
struct Flights {
  private let work = Work()
  private let flights = SingleFlight<Int, Int>()

  private func ask(_ key: Int) -> Promise<Int> {
    flights.value(for: key) { work.start(key) }
  }

  // MARK: - Loads

  @Test(arguments: everyWay)
  func `15.1.1 All calls for a key share the load in progress`(way: Way) async throws {
    let loads = Log<Void>()
    let promises = way.resolve(10) { promise in
      (0..<3).map { _ in
        flights.value(for: 1) {
          loads.add(())
          return promise
        }
      }
    }

    for promise in promises { #expect(try await promise.settled().get() == 10) }
    #expect(loads.entries.count == 1)
  }

  @Test func `15.1.2 All waiters of a load receive its error`() {
    let promises = [ask(1), ask(1)]

    work[1].reject(Broken())

    #expect(promises.allSatisfy { $0.failure is Broken })
  }

  @Test func `15.1.3 A load whose closure throws is rejected with the error`() {
    #expect(flights.value(for: 1) { throw Broken() }.failure is Broken)
    #expect(flights.count == 0)
  }

  @Test func `15.1.4 Threads that request a key at the same time start one load`() {
    for _ in 0..<200 {
      let flights = SingleFlight<Int, Int>()
      let loads = Log<Void>()
      let gate = Promise<Int>()
      let promises = Log<Promise<Int>>()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        promises.add(
          flights.value(for: 1) {
            loads.add(())
            return gate
          }
        )
      }
      gate.resolve(1)

      #expect(loads.entries.count == 1)
      #expect(promises.entries.compactMap(\.got) == Array(repeating: 1, count: 8))
    }
  }

  // MARK: - Discarding

  @Test func `15.2.1 A waiter that detaches does not affect the others`() {
    let promises = [ask(1), ask(1), ask(1)]

    promises[0].discard()
    promises[1].resolve(7)
    #expect(work[1].isPending)
    work[1].resolve(10)

    #expect(promises[0].isDiscarded)
    #expect(promises[1].got == 7)
    #expect(promises[2].got == 10)
  }

  @Test func `15.2.2 When the last waiter detaches, the load is discarded and forgotten`() {
    let promises = [ask(1), ask(1)]
    let first = work[1]

    promises[0].discard()
    promises[1].map { $0 }.discard()

    #expect(first.isDiscarded)
    let next = ask(1)
    #expect(work.started == [1, 1])
    work[1].resolve(10)
    #expect(next.got == 10)
  }

  @Test
  func `15.2.3 A waiter that is added while the last one detaches is not discarded with it`() {
    let newRequest = Locked<Promise<Int>?>(nil)
    let wrong = raced(
      rounds: 2_000,
      sharing: (flights: SingleFlight<Int, Int>(), work: Promise<Int>(discard: {})),
      [
        { shared in shared.flights.value(for: 1) { shared.work }.discard() },
        { shared in newRequest.value = shared.flights.value(for: 1) { Promise(value: 10) } },
      ],
      isRight: { shared in
        shared.work.resolve(10)
        return newRequest.value?.got == 10
      }
    )

    #expect(wrong == 0)
  }

  // MARK: - The cache

  @Test func `15.3.1 A value is kept until it expires`() {
    let clock = ManualClock()
    let flights = SingleFlight<Int, Int>(expiry: .seconds(10), clock: clock)
    @Sendable func ask() -> Int? { flights.value(for: 1) { work.start(1) }.got }
    #expect(ask() == nil)
    clock.advance(by: .seconds(20))
    work[1].resolve(10)

    clock.advance(by: .seconds(9))
    #expect(ask() == 10)
    #expect(flights.cachedValue(for: 1) == 10)
    clock.advance(by: .seconds(1))

    #expect(flights.cachedValue(for: 1) == nil)
    #expect(flights.count == 0)
    #expect(ask() == nil)
    #expect(work.started == [1, 1])
    work[1].resolve(11)
  }

  @Test
  func `15.3.2 With an expiry or a limit of zero or less, loads are shared and nothing is kept`() {
    let caches = [
      SingleFlight<Int, Int>(expiry: .zero), SingleFlight(expiry: .seconds(-1)),
      SingleFlight(limit: 0), SingleFlight(limit: -1),
    ]
    for flights in caches {
      let gate = Promise<Int>()
      let promises = (0..<2).map { _ in flights.value(for: 1) { gate } }
      gate.resolve(10)

      #expect(promises.compactMap(\.got) == [10, 10])
      #expect(flights.count == 0)
      #expect(flights.value(for: 1) { Promise(value: 11) }.got == 11)
    }
  }

  @Test func `15.3.3 Above the limit, the least recently used value is removed`() {
    let flights = SingleFlight<Int, Int>(limit: 2)
    for key in [1, 2, 1, 3] { _ = flights.value(for: key) { Promise(value: key) } }

    #expect(flights.count == 2)
    #expect([1, 2, 3].map { flights.cachedValue(for: $0) } == [1, nil, 3])
  }

  @Test func `15.3.4 An error is kept only if this was requested`() {
    for (cachesErrors, value) in [(false, 10), (true, nil)] {
      let flights = SingleFlight<Int, Int>(cachesErrors: cachesErrors)
      _ = flights.value(for: 1) { Promise(error: Broken()) }.ignored()

      #expect(flights.value(for: 1) { Promise(value: 10) }.ignored().got == value)
    }
  }

  @Test func `15.3.5 The error of a discarded or canceled load is never kept`() {
    let flights = SingleFlight<Int, Int>(cachesErrors: true)
    for error in [DiscardedError(), CancellationError()] as [any Error] {
      #expect(flights.value(for: 1) { Promise(error: error) }.isRejected)
    }

    #expect(flights.count == 0)
  }

  @Test
  func `15.3.6 A removed key is loaded again, and the result of a load in progress is not kept`() {
    for remove in [{ $0.remove(1) }, { $0.removeAll() }] as [(SingleFlight<Int, Int>) -> Void] {
      let flights = SingleFlight<Int, Int>()
      let (old, new) = (Promise<Int>(), Promise<Int>())
      let before = flights.value(for: 1) { old }
      remove(flights)
      let after = flights.value(for: 1) { new }

      old.resolve(10)
      #expect(before.got == 10)
      #expect(flights.count == 0)
      new.resolve(20)
      #expect(after.got == 20)
      remove(flights)

      #expect(flights.cachedValue(for: 1) == nil)
    }
  }

  @Test func `15.3.7 An inserted value is kept, whatever the outcome of a load in progress`() {
    let promise = ask(1)

    flights.insert(5, for: 1)
    work[1].resolve(10)

    #expect(promise.got == 10)
    #expect(flights.cachedValue(for: 1) == 5)
  }

  @Test func `15.3.8 An expired value is never returned, in whatever order values were added`() {
    let clock = SettableClock()
    let flights = SingleFlight<Int, Int>(expiry: .seconds(5), clock: clock)
    clock.time.value = .seconds(10)
    flights.insert(10, for: 1)
    // As if a thread had read the clock earlier and acquired the lock only now.
    clock.time.value = .seconds(9)
    flights.insert(20, for: 2)

    clock.time.value = .seconds(14)

    #expect(flights.count == 1)
    #expect(flights.cachedValue(for: 2) == nil)
    #expect(flights.cachedValue(for: 1) == 10)
    #expect(flights.value(for: 2) { Promise(value: 21) }.got == 21)
    clock.time.value = .seconds(15)
    #expect(flights.cachedValue(for: 1) == nil)
    #expect(flights.cachedValue(for: 2) == 21)
  }

  @Test(arguments: Removal.all)
  func `15.3.9 The deinitializer of a value may use the cache`(removal: Removal) async throws {
    let (lives, counts, done) = (Log<Int>(), Log<Int>(), Promise<Void>())
    // On its own thread: even if it blocks forever, the test ends at its time limit.
    Thread.detachNewThread {
      let clock = SettableClock()
      let cache = SingleFlight<Int, Life>(expiry: .seconds(5), limit: 2, clock: clock)
      for key in 1...2 {
        cache.insert(
          Life {
            lives.add(key)
            counts.add(cache.count)
          },
          for: key
        )
      }
      removal.run(cache, clock)
      done.resolve()
    }

    try await done.value

    #expect(lives.entries.sorted() == removal.removed)
    #expect(counts.entries.allSatisfy { $0 == removal.count })
  }

  // MARK: - Cycles

  @Test func `15.4.1 A load that waits for its own key is rejected with CycleError`() async {
    let atOnce = flights.value(for: 1) { flights.value(for: 1) { Promise(value: 0) } }
    let gate = Promise<Void>()
    let inHandler = flights.value(for: 2) { [flights] in
      gate.flatMap { flights.value(for: 2) { Promise(value: 0) }.map { $0 } }
    }
    let inTask = flights.value(for: 3) { [flights] in
      Promise { try await flights.value(for: 3) { Promise(value: 0) }.value }
    }
    gate.resolve()

    for promise in [atOnce, inHandler, inTask] {
      await #expect(throws: CycleError.self) { try await promise.settled().get() }
    }
    #expect(flights.count == 0)
  }

  @Test func `15.4.2 Loads that wait for each other are rejected with CycleError`() async {
    let gate = Promise<Void>()
    let promises = [1, 2].map { key in
      flights.value(for: key) { [flights] in
        Promise {
          try await gate.value
          return try await flights.value(for: 3 - key) { Promise(value: 0) }.value
        }
      }
    }

    gate.resolve()

    for promise in promises {
      await #expect(throws: CycleError.self) { try await promise.settled().get() }
    }
  }

  @Test func `15.4.3 A load may request other keys`() async throws {
    @Sendable func sum(_ key: Int) -> Promise<Int> {
      flights.value(for: key) {
        key == 0 ? Promise(value: 0) : Promise { try await sum(key - 1).value + key }
      }
    }

    #expect(try await sum(5).settled().get() == 15)
    #expect(flights.count == 6)
  }

  @Test
  func `15.4.4 A handler that a load happens to run may request the load's key`() async throws {
    let token = Promise<Int>()
    let other = token.flatMap { [flights] _ in flights.value(for: 1) { Promise(value: 0) } }
    let promise = flights.value(for: 1) {
      Promise {
        token.resolve(1)
        return 10
      }
    }

    #expect(try await promise.settled().get() == 10)
    #expect(try await other.settled().get() == 10)
  }
}

/// A clock whose time can be set freely.
private final class SettableClock: Clock {
  let time = Locked(Duration.zero)
  private let start = ContinuousClock.now

  var now: ContinuousClock.Instant { start + time.value }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// A way in which values are removed from a cache with the keys 1 and 2.
struct Removal: Sendable {
  let name: String
  /// The keys of the released values.
  let removed: [Int]
  /// The number of values in the cache afterward.
  let count: Int
  fileprivate let run: @Sendable (SingleFlight<Int, Life>, SettableClock) -> Void

  static let all = [
    Removal(name: "all", removed: [1, 2], count: 0) { cache, _ in cache.removeAll() },
    Removal(name: "one", removed: [1], count: 1) { cache, _ in cache.remove(1) },
    Removal(name: "replacement", removed: [1], count: 2) { cache, _ in
      cache.insert(Life {}, for: 1)
    },
    Removal(name: "limit", removed: [1], count: 2) { cache, _ in cache.insert(Life {}, for: 3) },
    Removal(name: "expiry", removed: [1, 2], count: 0) { cache, clock in
      clock.time.value = .seconds(5)
      _ = cache.cachedValue(for: 2)
    },
  ]
}
