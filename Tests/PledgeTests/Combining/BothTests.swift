import Pledge
import PledgeTestSupport
import Testing

struct BothTests {
  @Test func `waits for both`() {
    let sources = (Promise<Int>(), Promise<String>())
    let promise = sources.0 &&& sources.1

    sources.1.resolve("two")
    #expect(promise.isPending)
    sources.0.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == "two")
  }

  @Test func `the first rejection rejects it and does not affect the other`() {
    let sources = (Promise<Int>(discard: {}), Promise<String>())
    let promise = sources.0 &&& sources.1

    sources.1.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(sources.0.isDiscarded)
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = source &&& source

    source.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == 1)
  }

  @Test func `is rejected for a promise that was discarded already`() {
    let discarded = Promise<Int>()
    discarded.discard()

    #expect((Promise(value: 1) &&& discarded).isDiscarded)
  }

  @Test func `discarding it affects neither`() {
    let sources = (Promise<Int>(discard: {}), Promise<Int>(discard: {}))
    let promise = sources.0 &&& sources.1

    promise.discard()

    #expect(sources.0.isDiscarded)
    #expect(sources.1.isDiscarded)
  }

  @Test func `has the source location of its first promise`() {
    let source = Promise<Int>()
    let promise = source &&& Promise<Int>(discard: {})
    let place = { (future: Future<(Int, Int)>) in future.debugDescription.split(separator: " ").last
    }

    #expect(place(promise) == source.debugDescription.split(separator: " ").last)
    promise.discard()
  }
}

// MARK: - Plain values

extension BothTests {
  @Test func `pairs a promise with a value`() {
    let source = Promise<Int>()
    let promise: Promise<(Int, String)> = source &&& "two"

    source.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == "two")
  }

  @Test func `pairs a value with a promise`() {
    let source = Promise<Int>()
    let promise: Promise<(String, Int)> = "one" &&& source

    source.resolve(2)

    #expect(promise.got?.0 == "one")
    #expect(promise.got?.1 == 2)
  }

  @Test func `a rejection takes precedence over the value`() {
    let source = Promise<Int>()
    let promises = (source &&& 1, 1 &&& source)

    source.reject(Broken())

    #expect(promises.0.broken == Broken())
    #expect(promises.1.broken == Broken())
  }

  @Test func `promises and futures can be paired in any combination`() {
    let promise = Promise(value: 1)
    let future: Future<Int> = promise

    let pairs = [promise &&& promise, promise &&& future, future &&& promise, future &&& future]

    #expect(pairs.map { $0.got?.0 } == [1, 1, 1, 1])
    #expect(pairs.map { $0.got?.1 } == [1, 1, 1, 1])
  }

  @Test func `a sequence of operators makes nested pairs`() {
    let promise = Promise(value: 1) &&& Promise(value: "two") &&& 3.0

    #expect(promise.got?.0.0 == 1)
    #expect(promise.got?.0.1 == "two")
    #expect(promise.got?.1 == 3)
  }
}
