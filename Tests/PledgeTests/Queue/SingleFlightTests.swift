import Pledge
import PledgeTestSupport
import Testing

/// Tests of the results that callers receive, and of waiting between loads.
@Suite(.timeLimit(.minutes(60)))
struct SingleFlightTests {
  private let flights = SingleFlight<Int, Int>()
  private let works = Work()

  private func ask(_ key: Int) -> Promise<Int> {
    flights.value(for: key) { works.start(key) }
  }

  // MARK: - One load

  @Test func `all requests during a load receive its outcome`() {
    let promises = [ask(1), ask(1), ask(1)]
    #expect(works.started == [1])

    works[1].resolve(10)

    #expect(promises.compactMap(\.got) == [10, 10, 10])
    #expect(promises[0] !== promises[1])
    #expect(ask(1).got == 10)
    #expect(works.started == [1])
  }

  @Test func `each key has its own load`() {
    let promises = [ask(1), ask(2)]
    #expect(works.started == [1, 2])

    works[2].resolve(20)

    #expect(promises.map(\.got) == [nil, 20])
    works[1].resolve(10)
    #expect(promises.map(\.got) == [10, 20])
  }

  @Test func `a load that settles immediately returns its outcome`() {
    #expect(flights.value(for: 1) { Promise(value: 10) }.got == 10)
    #expect(flights.count == 1)
  }

  @Test func `all consumers get the error, which is not kept`() {
    let promises = [ask(1), ask(1)]

    works[1].reject(Broken())

    #expect(promises.compactMap(\.broken) == [Broken(), Broken()])
    #expect(flights.count == 0)
    #expect(ask(1).isPending)
    #expect(works.started == [1, 1])
    works[1].resolve(10)
  }

  @Test func `a load that throws is rejected`() {
    let promise = flights.value(for: 1) { throw Broken() }

    #expect(promise.broken == Broken())
    #expect(flights.value(for: 1) { Promise(value: 10) }.got == 10)
  }

  @Test func `a load that never settles is a broken promise`() {
    let resolver = Locked<Resolver<Int>?>(nil)
    let promise = flights.value(for: 1) { Promise { resolver.value = $0 } }
    let other = ask(1)

    resolver.value = nil

    #expect(promise.failure is BrokenPromiseError)
    #expect(other.failure is BrokenPromiseError)
    #expect(works.started == [])
  }

  @Test func `a handler may request the key again`() {
    let tally = Log<Int?>()
    _ = ask(1).tap { [flights, works] _ in
      tally.add(flights.value(for: 1) { works.start(1) }.got)
    }

    works[1].resolve(10)

    #expect(tally.entries == [10])
    #expect(works.started == [1])
  }

  @Test func `the cache is released during a load`() {
    var cache: SingleFlight<Int, Int>? = SingleFlight()
    let promise = cache?.value(for: 1) { works.start(1) }

    cache = nil
    works[1].resolve(10)

    #expect(promise?.got == 10)
  }

  // MARK: - Discarding

  @Test func `discarding one stage changes nothing for the others`() {
    let promises = [ask(1), ask(1), ask(1)]

    promises[0].discard()
    promises[1].resolve(7)

    #expect(works[1].isPending)
    works[1].resolve(10)
    #expect(promises[0].isDiscarded)
    #expect(promises[1].got == 7)
    #expect(promises[2].got == 10)
  }

  @Test func `when the last consumer detaches, the load is discarded and forgotten`() {
    let promises = [ask(1), ask(1)]
    let first = works[1]

    for promise in promises { promise.discard() }

    #expect(first.isDiscarded)
    #expect(flights.count == 0)
    let next = ask(1)
    #expect(works.started == [1, 1])
    works[1].resolve(10)
    #expect(next.got == 10)
  }

  @Test func `a stage that loses its last consumer detaches`() {
    let promise = ask(1)
    let consumers = [promise.map { $0 }, promise.map { $0 }]

    consumers[0].discard()
    #expect(works[1].isPending)
    consumers[1].discard()

    #expect(works[1].isDiscarded)
    #expect(promise.isDiscarded)
  }

  @Test func `a consumer that was merely dropped still waits`() {
    _ = ask(1)

    works[1].resolve(10)

    #expect(flights.cachedValue(for: 1) == 10)
  }

  @Test func `a load whose promise is in use elsewhere continues there`() {
    let work = works.start(0)
    let other = work.map { $0 }

    flights.value(for: 1) { work }.discard()

    #expect(work.isPending)
    work.resolve(1)
    #expect(other.got == 1)
    #expect(flights.count == 0)
  }

  @Test func `a load that discards itself is not kept`() {
    let flights = SingleFlight<Int, Int>(cachesErrors: true)
    let promise = flights.value(for: 1) { works.start(1) }

    works[1].discard()

    #expect(promise.isDiscarded)
    #expect(flights.count == 0)
    #expect(flights.value(for: 1) { Promise(value: 10) }.got == 10)
  }

  @Test func `a request in a handler while the load starts joins that load`() {
    let joiner = Locked<Promise<Int>?>(nil)
    let first = flights.value(for: 1) {
      _ = Promise(value: ()).tap { [flights, works] in
        joiner.value = flights.value(for: 1) { works.start(2) }
      }
      return works.start(1)
    }
    #expect(works.started == [1])

    first.discard()
    #expect(works[1].isPending)
    joiner.value?.discard()

    #expect(works[1].isDiscarded)
  }

  // MARK: - Forgetting during a load

  @Test func `a forgotten load delivers its value to its consumers, and is not kept`() {
    let before = [ask(1), ask(1)]
    let first = works[1]

    flights.remove(1)
    let after = ask(1)
    first.resolve(10)

    #expect(works.started == [1, 1])
    #expect(before.compactMap(\.got) == [10, 10])
    #expect(flights.count == 0)
    #expect(after.isPending)
    works[1].resolve(20)
    #expect(after.got == 20)
    #expect(flights.cachedValue(for: 1) == 20)
  }

  @Test func `removing all keys forgets all loads`() {
    let promises = [ask(1), ask(2)]
    flights.insert(30, for: 3)

    flights.removeAll()

    #expect(flights.count == 0)
    for key in [1, 2] { works[key].resolve(key) }
    #expect(promises.compactMap(\.got) == [1, 2])
    #expect(flights.count == 0)
  }

  @Test func `a forgotten load is discarded when all consumers detach`() {
    let promises = [ask(1), ask(1)]
    let first = works[1]
    flights.remove(1)
    let after = ask(1)

    for promise in promises { promise.discard() }

    #expect(first.isDiscarded)
    #expect(after.isPending)
    works[1].resolve(10)
    #expect(after.got == 10)
  }

  @Test func `an inserted value is not replaced by a running load`() {
    let promise = ask(1)

    flights.insert(5, for: 1)
    #expect(ask(1).got == 5)
    works[1].resolve(10)

    #expect(promise.got == 10)
    #expect(flights.cachedValue(for: 1) == 5)
  }
}
