import Pledge
import PledgeTestSupport
import Testing

/// Tests of the results that callers receive, and of waiting between loads.
@Suite(.hangLimit)
struct SingleFlightTests {
  private let flights = SingleFlight<Int, Int>()
  private let works = Work()

  private func ask(_ key: Int) -> Promise<Int> {
    flights.value(for: key) { works.start(key) }
  }

  // MARK: - One load

  @Test func `each key has its own load`() {
    let promises = [ask(1), ask(2)]
    #expect(works.started == [1, 2])

    works[2].resolve(20)

    #expect(promises.map(\.got) == [nil, 20])
    works[1].resolve(10)
    #expect(promises.map(\.got) == [10, 20])
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
}
