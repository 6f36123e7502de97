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

  @Test func `the cache is released during a load`() {
    var cache: SingleFlight<Int, Int>? = SingleFlight()
    let promise = cache?.value(for: 1) { works.start(1) }

    cache = nil
    works[1].resolve(10)

    #expect(promise?.got == 10)
  }

  // MARK: - Discarding

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
}

/// Tests that check which outcomes are kept, and for how long.
struct SingleFlightCacheTests {
  private let works = Work()

  private typealias Cache = SingleFlight<Int, Int>

  private let clock = ManualClock()

  /// Returns the value for a key, and loads it with `value` if necessary.
  @discardableResult
  private func load(_ key: Int, bringing value: Int, in cache: Cache) -> Int? {
    cache.value(for: key) { Promise(value: value) }.got
  }

  // MARK: - Expiry

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.max) * 18])
  func `a huge expiry does not overflow`(expiry: Duration) {
    let cache = Cache(expiry: expiry, clock: clock)
    clock.advance(by: .seconds(Int64.max))
    load(1, bringing: 10, in: cache)

    clock.advance(by: .seconds(Int64.max) - .seconds(1))

    #expect(cache.cachedValue(for: 1) == 10)
  }

  // MARK: - Refreshing

  @Test func `loads that take longer than the refresh interval end nevertheless`() {
    let cache = Cache(refreshAfter: .seconds(1), clock: clock)
    cache.insert(10, for: 1)
    clock.advance(by: .seconds(1))
    // Refreshes start at 0, 1, 3, and 7 seconds.
    for second in 0..<15 {
      #expect(cache.value(for: 1) { works.start(second) }.got == 10)
      clock.advance(by: .seconds(1))
    }
    #expect(works.started == [0, 1, 3, 7])
    works[7].resolve(70)

    #expect(cache.cachedValue(for: 1) == 70)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func `with a time of zero or less, every request refreshes, but not two at a time`(
    refreshAfter: Duration
  ) {
    let cache = Cache(refreshAfter: refreshAfter, clock: clock)
    cache.insert(10, for: 1)
    for number in 0..<3 {
      #expect(cache.value(for: 1) { works.start(number) }.got == 10)
      clock.advance(by: .seconds(1))
    }
    works[0].resolve(20)
    #expect(cache.value(for: 1) { works.start(3) }.got == 20)

    #expect(works.started == [0, 3])
    works[3].discard()
  }

  // MARK: - The limit

  /// Compares every step with a simple model.
  @Test(arguments: 1...20)
  func `limit, expiry, and removal agree with a simple model`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let cache = Cache(expiry: .seconds(8), limit: 4, clock: clock)
    var list: [(key: Int, value: Int, time: Int)] = []
    var now = 0
    for step in 0..<500 {
      let key = Int(generator.next() % 7)
      let place = list.firstIndex { $0.key == key }
      switch generator.next() % 8 {
      case 0:
        now += 1
        clock.advance(by: .seconds(1))
        list.removeAll { now - $0.time >= 8 }
      case 1:
        cache.remove(key)
        list.removeAll { $0.key == key }
      case 2:
        cache.insert(step, for: key)
        list.removeAll { $0.key == key }
        list.append((key, step, now))
      case 3:
        #expect(cache.cachedValue(for: key) == place.map { list[$0].value })
        if let place { list.append(list.remove(at: place)) }
      default:
        #expect(load(key, bringing: step, in: cache) == place.map { list[$0].value } ?? step)
        list.append(place.map { list.remove(at: $0) } ?? (key, step, now))
      }
      list = list.suffix(4)
      #expect(cache.count == list.count)
    }
  }
}
