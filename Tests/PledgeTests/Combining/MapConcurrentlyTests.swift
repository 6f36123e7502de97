import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct MapConcurrentlyTests {
  @Test func `keeps nil values`() {
    let promise = (0..<3).mapConcurrently(limit: 2) { Promise<Int?>(value: $0 == 1 ? nil : $0) }

    #expect(promise.got == [0, nil, 2])
  }

  @Test func `many settled steps take constant stack`() {
    let promise = (0..<100_000).mapConcurrently(limit: 3) { Promise(value: $0) }

    #expect(promise.got?.count == 100_000)
    #expect(promise.got?.last == 99_999)
  }
}

// MARK: - Taking elements

extension MapConcurrentlyTests {
  @Test func `settling it manually keeps running work and takes no more`() {
    let naturals = Naturals()
    let working = Promise<Int>(discard: {})
    let promise = naturals.mapConcurrently(limit: 2) { $0 == 0 ? Promise(value: 0) : working }

    promise.resolve([])

    #expect(promise.got == [])
    #expect(working.isDiscarded)
    #expect(naturals.taken.entries == [0, 1, 2])
  }

  @Test func `an iterator may settle the running work`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let naturals = Naturals { if $0 > 0 { sources[$0 - 1].resolve($0) } }
    let promise = naturals.mapConcurrently(limit: 3) { number in
      if number == 3 { throw Broken() }
      return sources[number]
    }

    #expect(promise.broken == Broken())
    #expect(naturals.taken.entries == [0, 1, 2, 3])
  }

  @Test func `a transform may discard the result`() {
    let slot = Locked<Promise<[Int]>?>(nil)
    let naturals = Naturals()
    let sources = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let promise = naturals.mapConcurrently(limit: 2) { number in
      if number == 2 { slot.value?.discard() }
      return sources[number]
    }
    slot.value = promise

    sources[0].resolve(0)

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [false, true, true])
    #expect(naturals.taken.entries == [0, 1, 2])
    slot.value = nil
  }

  @Test func `discards running work in the order in which it was started`() {
    let stopped = Log<Int>()
    let working = (0..<10).map { number in Promise<Int>(discard: { stopped.add(number) }) }
    let promise = working.mapConcurrently(limit: 10) { $0 }

    // Unreferenced work would become a broken promise instead of being discarded.
    withExtendedLifetime(working) { promise.discard() }

    #expect(stopped.entries == Array(0..<10))
  }

  @Test func `the first rejection counts, even if it causes another`() {
    let first = Promise<Int>()
    let third = Promise<Int>()
    let second = Promise<Int>(discard: { third.reject(Broken(number: 3)) })
    let promise = [first, second, third].mapConcurrently(limit: 3) { $0 }
    third.ignoringErrors()

    first.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 1))
    #expect(second.isDiscarded)
  }
}

// MARK: - Threads

extension MapConcurrentlyTests {
  @Test(arguments: [false, true])
  func `starts every element once when many threads settle the promises`(isAsync: Bool) async throws
  {
    let running = Locked((now: 0, most: 0))
    let transform: @Sendable (Int) -> Future<Int> = { index in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      return Promise(on: .global()) {
        running.withLock { $0.now -= 1 }
        return index
      }
    }
    let promise =
      isAsync
      ? Feed((0..<500).map { Promise(value: $0) }).mapConcurrently(limit: 4, transform)
      : (0..<500).mapConcurrently(limit: 4, transform)

    #expect(try await promise.value == Array(0..<500))
    #expect(running.value.most <= 4)
  }
}
