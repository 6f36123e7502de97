import Pledge
import PledgeTestSupport
import Testing

struct AllTests {
  @Test func `is fulfilled with every value in the order given`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = all(sources)

    for index in [2, 0, 1] {
      #expect(promise.isPending)
      sources[index].resolve(index)
    }

    #expect(promise.got == [0, 1, 2])
  }

  @Test func `of settled promises is settled`() {
    #expect(all([Promise(value: 1), Promise(value: 2)]).got == [1, 2])
  }

  @Test func `is fulfilled with an empty array for empty input`() {
    #expect(all([Future<Int>]()).got == [])
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = all([source, source])

    source.resolve(1)

    #expect(promise.got == [1, 1])
  }

  @Test func `stops work from which another member is derived`() {
    let stops = Log<Int>()
    let work = Promise<Int>(discard: { stops.add(1) })

    all([work, work.map { $0 }]).discard()

    #expect(stops.count == 1)
  }

  @Test func `is rejected with the first rejection`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = all(sources)

    sources[1].reject(Broken(number: 1))
    sources[0].reject(Broken(number: 0))

    #expect(promise.broken == Broken(number: 1))
    #expect(sources[0].broken == Broken(number: 0))
  }

  @Test func `a rejection discards the work without other consumers`() {
    let stopped = Log<Int>()
    let failing = Promise<Int>()
    let working = (0..<2).map { number in Promise<Int>(discard: { stopped.add(number) }) }
    working[1].observe { _ in }
    let promise = all([failing] + working)

    failing.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(stopped.entries == [0])
    #expect(working[1].isPending)
    working[1].resolve(0)
  }

  @Test func `an existing rejection discards the work without other consumers`() {
    let stopped = Log<Void>()
    let working = Promise<Int>(discard: { stopped.add() })

    let promise = all([Promise(error: Broken()), working])

    #expect(promise.broken == Broken())
    #expect(working.isDiscarded)
    #expect(stopped.count == 1)
  }

  @Test func `an existing rejection discards work that only the argument holds`() {
    let stopped = Log<Int>()
    let failing = Promise<Int>(error: Broken())

    all([failing, Promise(discard: { stopped.add(1) })]).ignoringErrors()
    all(failing, Promise<String>(discard: { stopped.add(2) })).ignoringErrors()

    #expect(stopped.entries == [1, 2])
  }

  @Test func `discarding it discards the work without other consumers`() {
    let stopped = Log<Int>()
    let working = (0..<2).map { number in Promise<Int>(discard: { stopped.add(number) }) }
    let promise = all(working)

    // `all` does not retain the promises, and the optimizer would release them after their last
    // use.
    withExtendedLifetime(working) { promise.discard() }

    #expect(promise.isDiscarded)
    #expect(stopped.entries.sorted() == [0, 1])
  }

  @Test func `settling it manually does not affect the promises`() {
    let sources = (0..<2).map { _ in Promise<Int>() }
    let promise = all(sources)

    promise.resolve([])

    #expect(promise.got == [])
    #expect(sources.map(\.isPending) == [true, true])
  }

  @Test func `is fulfilled when many threads fulfill the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = all(sources)

    concurrently(200) { sources[$0].resolve($0) }

    #expect(promise.got == Array(0..<200))
  }

  @Test func `a promise that it waits for cannot wait for it`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<[Int]>?>(nil)
    let member = source.flatMap { value in
      try #require(slot.value).map { $0.count + value }
    }
    slot.value = all([Promise(value: 1), member])

    source.resolve(1)

    #expect(member.failure is CycleError)
    #expect(slot.value?.failure is CycleError)
    slot.value = nil
  }

  @Test func `is rejected for a promise that was discarded already`() {
    let discarded = Promise<Int>()
    discarded.discard()
    let working = Promise<Int>(discard: {})

    #expect(all([working, discarded]).isDiscarded)
    #expect(working.isDiscarded)
  }
}

// MARK: - Different types

extension AllTests {
  @Test func `of promises of several types is fulfilled with a tuple`() {
    let sources = (Promise<Int>(), Promise<String>())
    let promise = all(sources.0, sources.1)

    sources.1.resolve("two")
    #expect(promise.isPending)
    sources.0.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == "two")
  }

  @Test func `of settled promises of several types is settled`() {
    let promise = all(Promise(value: 1), Promise(value: "two"), Promise(value: 3.0))

    #expect(promise.got?.2 == 3)
  }

  @Test func `of promises of several types is rejected with the first rejection`() {
    let sources = (Promise<Int>(), Promise<String>(discard: {}))
    let promise = all(sources.0, sources.1)

    sources.0.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(sources.1.isDiscarded)
  }

  @Test func `is fulfilled immediately without arguments`() {
    #expect(all().isFulfilled)
  }

  @Test func `of one type is fulfilled with its value`() {
    let source = Promise<Int>()
    let promise: Promise<Int> = all(source)

    source.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `of ten types is fulfilled with ten values`() {
    let last = Promise<Canary?>()
    let promise = all(
      Promise(value: 1),
      Promise(value: "2"),
      Promise(value: 3.0),
      Promise(value: true),
      Promise(value: [5]),
      Promise(value: Int?.none),
      Promise(value: UInt8(7)),
      Promise(value: ()),
      Promise(value: Character("9")),
      last
    )
    #expect(promise.isPending)

    last.resolve(nil)

    #expect(promise.got?.1 == "2")
    #expect(promise.got?.6 == 7)
    #expect(promise.got?.8 == "9")
  }

  @Test func `of several types, accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = all(source, Promise(value: "two"), source)

    source.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.2 == 1)
  }

  @Test func `of several types is rejected for a promise that was discarded already`() {
    let discarded = Promise<Int>()
    discarded.discard()
    let working = Promise<String>(discard: {})

    #expect(all(working, discarded).isDiscarded)
    #expect(working.isDiscarded)
  }

  @Test func `discarding one of several types discards the work without other consumers`() {
    let sources = (Promise<Int>(discard: {}), Promise<String>(discard: {}))
    let promise = all(sources.0, sources.1)

    promise.discard()

    #expect(sources.0.isDiscarded)
    #expect(sources.1.isDiscarded)
  }
}
