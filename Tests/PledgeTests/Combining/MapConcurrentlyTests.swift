import Pledge
import Testing

struct MapConcurrentlyTests {
  @Test func `is fulfilled with the values in the order of the elements`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = (0..<3).mapConcurrently(limit: 3) { sources[$0] }

    for index in [1, 2, 0] { sources[index].resolve(index * 10) }

    #expect(promise.got == [0, 10, 20])
  }

  @Test func `starts no more than the limit at once`() {
    let started = Tally<Int>()
    let sources = (0..<5).map { _ in Promise<Int>() }
    let promise = (0..<5).mapConcurrently(limit: 2) { index in
      started.note(index)
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

  @Test func `of nothing is fulfilled with nothing`() {
    #expect([Int]().mapConcurrently(limit: 1) { Promise(value: $0) }.got == [])
  }

  @Test(arguments: [0, -1])
  func `is rejected for a limit that allows nothing`(limit: Int) {
    let started = Tally<Int>()
    let promise = [1, 2].mapConcurrently(limit: limit) { element in
      started.note(element)
      return Promise(value: element)
    }

    #expect(promise.failure is ArgumentError)
    #expect(started.count == 0)
  }

  @Test func `takes any sequence`() {
    let promise = sequence(first: 1) { $0 < 4 ? $0 + 1 : nil }
      .mapConcurrently(limit: 2) { Promise(value: $0) }

    #expect(promise.got == [1, 2, 3, 4])
  }

  @Test func `many settled steps take a flat stack`() {
    let promise = (0..<100_000).mapConcurrently(limit: 3) { Promise(value: $0) }

    #expect(promise.got?.count == 100_000)
    #expect(promise.got?.last == 99_999)
  }
}

// MARK: - Rejections

extension MapConcurrentlyTests {
  @Test func `is rejected with the first rejection, and starts nothing more`() {
    let started = Tally<Int>()
    let sources = (0..<4).map { _ in Promise<Int>() }
    let promise = (0..<4).mapConcurrently(limit: 2) { index in
      started.note(index)
      return sources[index]
    }

    sources[1].reject(Broken(number: 1))
    sources[0].resolve(0)

    #expect(promise.broken == Broken(number: 1))
    #expect(started.entries == [0, 1])
  }

  @Test func `a rejection discards the work that runs`() {
    let failing = Promise<Int>()
    let working = Promise<Int>(discard: {})
    let promise = [failing, working].mapConcurrently(limit: 2) { $0 }

    failing.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(working.isDiscarded)
  }

  @Test func `is rejected with what the transform throws at first`() {
    let working = Promise<Int>(discard: {})
    let promise = [0, 1].mapConcurrently(limit: 2) { index in
      guard index == 0 else { throw Broken(number: index) }
      return working
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(working.isDiscarded)
  }

  @Test func `is rejected with what the transform throws later`() {
    let source = Promise<Int>()
    let promise = [0, 1].mapConcurrently(limit: 1) { index in
      guard index == 0 else { throw Broken(number: index) }
      return source
    }

    source.resolve(0)

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `discarding it discards the work that runs, and starts nothing more`() {
    let started = Tally<Int>()
    let sources = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let promise = (0..<3).mapConcurrently(limit: 2) { index in
      started.note(index)
      return sources[index]
    }

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true, false])
    #expect(started.entries == [0, 1])
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
}
