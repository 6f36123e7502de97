import Pledge
import PledgeTestSupport
import Testing

struct AllTests {
  @Test func `stops work from which another member is derived`() {
    let stops = Log<Int>()
    let work = Promise<Int>(discard: { stops.add(1) })

    all([work, work.map { $0 }]).discard()

    #expect(stops.count == 1)
  }

  @Test func `an existing rejection discards work that only the argument holds`() {
    let stopped = Log<Int>()
    let failing = Promise<Int>(error: Broken())

    all([failing, Promise(discard: { stopped.add(1) })]).ignoringErrors()
    all(failing, Promise<String>(discard: { stopped.add(2) })).ignoringErrors()

    #expect(stopped.entries == [1, 2])
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
}

struct AllTupleTests {
  @Test func `values of any alignment arrive`() {
    let (small, large, word) = (Promise<UInt8>(), Promise<SIMD8<Double>>(), Promise<Int>())
    let combined = all(small, large, word)

    word.resolve(3)
    large.resolve(SIMD8(repeating: 2))
    small.resolve(1)

    let got = combined.got
    #expect(got?.0 == 1 && got?.1 == SIMD8(repeating: 2) && got?.2 == 3)
  }

  @Test func `is fulfilled with every value, in the order given`() {
    let six = SixSources()
    let two = all(six.number, six.flag)
    let three = all(six.number, six.flag, six.text)
    let four = all(six.number, six.flag, six.text, six.fraction)
    let five = all(six.number, six.flag, six.text, six.fraction, six.list)
    let whole = all(six.number, six.flag, six.text, six.fraction, six.list, six.byte)

    six.resolveInReverse {
      #expect(([two, three, four, five, whole] as [any Stage]).allSatisfy { $0.isPending })
    }

    #expect(two.got.map { descriptions(of: $0) } == Array(six.values.prefix(2)))
    #expect(three.got.map { descriptions(of: $0) } == Array(six.values.prefix(3)))
    #expect(four.got.map { descriptions(of: $0) } == Array(six.values.prefix(4)))
    #expect(five.got.map { descriptions(of: $0) } == Array(six.values.prefix(5)))
    #expect(whole.got.map { descriptions(of: $0) } == six.values)
  }
}

struct AllSettledTests {
  @Test func `is fulfilled when many threads settle the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = allSettled(sources)

    concurrently(200) { index in
      if index < 100 { sources[index].resolve(index) } else { sources[index].reject(nil) }
    }

    let values = promise.got?.compactMap { try? $0.get() }
    #expect(promise.got?.count == 200)
    #expect(values == Array(0..<100))
  }
}

struct AllSettledTupleTests {
  @Test func `is fulfilled with every outcome, in the order given`() throws {
    let six = SixSources()
    let two = allSettled(six.number, six.flag)
    let three = allSettled(six.number, six.flag, six.text)
    let four = allSettled(six.number, six.flag, six.text, six.fraction)
    let five = allSettled(six.number, six.flag, six.text, six.fraction, six.list)
    let whole = allSettled(six.number, six.flag, six.text, six.fraction, six.list, six.byte)

    six.resolveInReverse {
      #expect(([two, three, four, five, whole] as [any Stage]).allSatisfy { $0.isPending })
    }

    #expect(try two.got.map { try values(of: $0) } == Array(six.values.prefix(2)))
    #expect(try three.got.map { try values(of: $0) } == Array(six.values.prefix(3)))
    #expect(try four.got.map { try values(of: $0) } == Array(six.values.prefix(4)))
    #expect(try five.got.map { try values(of: $0) } == Array(six.values.prefix(5)))
    #expect(try whole.got.map { try values(of: $0) } == six.values)
  }
}

/// Returns the descriptions of the values of a tuple of outcomes.
private func values<each Value>(
  of outcomes: (repeat Result<each Value, any Error>)
) throws -> [String] {
  descriptions(of: (repeat try (each outcomes).get()))
}

struct AnyTests {
  @Test func `has all errors when many threads reject the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = any(sources)

    concurrently(200) { sources[$0].reject(Broken(number: $0)) }

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { ($0 as? Broken)?.number } == Array(0..<200))
  }
}

struct RaceTests {
  @Test func `a promise that waits for the race cannot be in it`() {
    let runners = (Promise<Int>(), Promise<Int>())
    let promise = race(runners.0, runners.1)

    runners.0.chain(after: promise)

    #expect(runners.0.failure is CycleError)
    #expect(promise.isRejected)
    #expect(runners.1.isPending)
  }

  @Test(
    arguments: [
      { race, _ in race.discard() },
      { race, _ in race.resolve(1) },
      { _, winner in winner.resolve(1) },
    ] as [@Sendable (Promise<Int>, Promise<Int>) -> Void]
  )
  func `stops work held only by another one's handler, however it ends`(
    end: @Sendable (Promise<Int>, Promise<Int>) -> Void
  ) {
    let stops = Log<Void>()
    let (source, winner) = (Promise<Int>(), Promise<Int>())
    let promise = {
      let work = Promise<Int>(discard: { stops.add() })
      return race([source.map { value in withExtendedLifetime(work) { value } }, work, winner])
    }()
    #expect(promise.isPending)

    end(promise, winner)

    #expect(!promise.isPending)
    #expect(stops.count == 1)
  }
}

struct BothTests {
  @Test func `has the source location of its first promise`() {
    let source = Promise<Int>()
    let promise = source &&& Promise<Int>(discard: {})
    let place = { (future: Future<(Int, Int)>) in future.debugDescription.split(separator: " ").last
    }

    #expect(place(promise) == source.debugDescription.split(separator: " ").last)
    promise.discard()
  }
}

struct EitherTests {
  @Test func `of different types is rejected with both errors`() {
    let sources = (Promise<Int>(), Promise<String>())
    let promise = sources.0 ||| sources.1

    sources.1.reject(Broken(number: 2))
    sources.0.reject(Broken(number: 1))

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
  }
}
