import Pledge
import PledgeTestSupport
import Testing

struct MapConcurrentlyTests {
  @Test func `is fulfilled with the values in the order of the elements`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = (0..<3).mapConcurrently(limit: 3) { sources[$0] }

    for index in [1, 2, 0] { sources[index].resolve(index * 10) }

    #expect(promise.got == [0, 10, 20])
  }

  @Test func `starts no more than the limit concurrently`() {
    let started = Log<Int>()
    let sources = (0..<5).map { _ in Promise<Int>() }
    let promise = (0..<5).mapConcurrently(limit: 2) { index in
      started.add(index)
      return sources[index]
    }
    #expect(started.entries == [0, 1])

    sources[1].resolve(1)
    #expect(started.entries == [0, 1, 2])
    for source in sources { source.resolve(0) }

    #expect(started.entries == [0, 1, 2, 3, 4])
    #expect(promise.isFulfilled)
  }

  @Test func `takes a limit larger than the number of elements`() {
    #expect([1, 2].mapConcurrently(limit: 100) { Promise(value: $0) }.got == [1, 2])
  }

  @Test func `is fulfilled with an empty array for empty input`() {
    #expect([Int]().mapConcurrently(limit: 1) { Promise(value: $0) }.got == [])
  }

  @Test(arguments: [0, -1, .min])
  func `is rejected for a limit below one`(limit: Int) {
    let started = Log<Int>()
    let promise = [1, 2].mapConcurrently(limit: limit) { element in
      started.add(element)
      return Promise(value: element)
    }

    #expect(promise.failure is ArgumentError)
    #expect(started.count == 0)
  }

  @Test func `accepts the maximum limit`() {
    let promise = (0..<100).mapConcurrently(limit: .max) { Promise(value: $0) }

    #expect(promise.got == Array(0..<100))
  }

  @Test func `copies a sequence that cannot be sent`() {
    let taken = Log<Int>()
    let source = Promise<Int>()
    let numbers = (1...4).lazy.map { number in
      taken.add(number)
      return number
    }

    let promise = numbers.mapConcurrently(limit: 1) { number in source.map { $0 * number } }
    #expect(taken.entries == [1, 2, 3, 4])
    source.resolve(10)

    #expect(promise.got == [10, 20, 30, 40])
  }

  @Test func `accepts the same promise for every element`() {
    let source = Promise<Int>()
    let promise = (0..<3).mapConcurrently(limit: 2) { _ in source }

    source.resolve(7)

    #expect(promise.got == [7, 7, 7])
  }

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

// MARK: - Rejections

extension MapConcurrentlyTests {
  @Test func `is rejected with the first rejection, and starts nothing more`() {
    let started = Log<Int>()
    let sources = (0..<4).map { _ in Promise<Int>() }
    let promise = (0..<4).mapConcurrently(limit: 2) { index in
      started.add(index)
      return sources[index]
    }

    sources[1].reject(Broken(number: 1))
    sources[0].resolve(0)

    #expect(promise.broken == Broken(number: 1))
    #expect(started.entries == [0, 1])
  }

  @Test func `a rejection discards running work`() {
    let failing = Promise<Int>()
    let working = Promise<Int>(discard: {})
    let promise = [failing, working].mapConcurrently(limit: 2) { $0 }

    failing.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(working.isDiscarded)
  }

  @Test func `is rejected if the transform throws during the call`() {
    let working = Promise<Int>(discard: {})
    let promise = [0, 1].mapConcurrently(limit: 2) { index in
      guard index == 0 else { throw Broken(number: index) }
      return working
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(working.isDiscarded)
  }

  @Test func `is rejected if the transform throws later`() {
    let source = Promise<Int>()
    let promise = [0, 1].mapConcurrently(limit: 1) { index in
      guard index == 0 else { throw Broken(number: index) }
      return source
    }

    source.resolve(0)

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `discarding it discards running work, and starts no more`() {
    let started = Log<Int>()
    let sources = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let promise = (0..<3).mapConcurrently(limit: 2) { index in
      started.add(index)
      return sources[index]
    }

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true, false])
    #expect(started.entries == [0, 1])
  }
}

// MARK: - Taking elements

extension MapConcurrentlyTests {
  @Test func `takes an element when a slot is free`() {
    let naturals = Naturals()
    let sources = (0..<4).map { _ in Promise<Int>(discard: {}) }
    let promise = naturals.mapConcurrently(limit: 2) { sources[$0] }
    #expect(naturals.taken.entries == [0, 1])

    sources[1].resolve(1)
    #expect(naturals.taken.entries == [0, 1, 2])

    promise.discard()
    #expect(sources.map(\.isDiscarded) == [true, false, true, false])
    #expect(naturals.taken.entries == [0, 1, 2])
  }

  @Test func `a rejection ends an infinite sequence`() {
    let naturals = Naturals()
    let promise = naturals.mapConcurrently(limit: 3) { number in
      number == 1_000 ? Promise(error: Broken(number: number)) : Promise(value: number)
    }

    #expect(promise.broken == Broken(number: 1_000))
    #expect(naturals.taken.count == 1_001)
  }

  @Test func `a transform that throws ends an infinite sequence`() {
    let naturals = Naturals()
    let promise = naturals.mapConcurrently(limit: 3) { number in
      if number == 1_000 { throw Broken(number: number) }
      return Promise(value: number)
    }

    #expect(promise.broken == Broken(number: 1_000))
    #expect(naturals.taken.count == 1_001)
  }

  @Test func `a promise that was already discarded ends it`() {
    let naturals = Naturals()
    let promise = naturals.mapConcurrently(limit: 2) { _ in
      let discarded = Promise<Int>()
      discarded.discard()
      return discarded
    }

    #expect(promise.isDiscarded)
    #expect(naturals.taken.entries == [0])
  }

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
  @Test func `starts every element once when many threads settle the promises`() async throws {
    let running = Locked((now: 0, most: 0))
    let promise = (0..<500).mapConcurrently(limit: 4) { index in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      return Promise(on: .global()) {
        running.withLock { $0.now -= 1 }
        return index
      }
    }

    #expect(try await promise.value == Array(0..<500))
    #expect(running.value.most <= 4)
  }

  @Test func `takes elements one at a time when many threads settle the promises`() async throws {
    let taking = Locked((now: 0, most: 0))
    let naturals = Naturals { _ in
      taking.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      for _ in 0..<100 { _ = taking.value }
      taking.withLock { $0.now -= 1 }
    }
    let started = Log<Int>()
    let promise = naturals.mapConcurrently(limit: 8) { number in
      started.add(number)
      return Promise(on: .global()) {
        if number == 500 { throw Broken(number: number) }
        return number
      }
    }

    await #expect(throws: Broken(number: 500)) { try await promise.value }
    #expect(taking.value.most == 1)
    // Read once: another thread may still start an operation.
    let numbers = started.entries
    #expect(numbers == Array(0..<numbers.count))
  }
}
