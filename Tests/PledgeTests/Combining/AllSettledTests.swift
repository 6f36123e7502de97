import Pledge
import PledgeTestSupport
import Testing

struct AllSettledTests {
  @Test func `is fulfilled with every outcome in the order given`() throws {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = allSettled(sources)

    sources[2].resolve(2)
    sources[0].reject(Broken(number: 0))
    #expect(promise.isPending)
    sources[1].resolve(1)

    let outcomes = try #require(promise.got)
    #expect(throws: Broken(number: 0)) { try outcomes[0].get() }
    #expect(try outcomes[1].get() == 1)
    #expect(try outcomes[2].get() == 2)
  }

  @Test func `is fulfilled with an empty array for empty input`() {
    #expect(allSettled([Future<Int>]()).got?.isEmpty == true)
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = allSettled([source, source])

    source.reject(Broken())

    #expect(promise.got?.count == 2)
  }

  @Test func `a discarded promise is an outcome`() throws {
    let source = Promise<Int>()
    let promise = allSettled([source])

    source.discard()

    let outcome = try #require(promise.got?.first)
    #expect(throws: DiscardedError.self) { try outcome.get() }
  }

  @Test func `discarding it discards the work without other consumers`() {
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = allSettled(sources)

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true])
  }

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

  @Test func `of promises of several types is fulfilled with a tuple of outcomes`() throws {
    let sources = (Promise<Int>(), Promise<String>())
    let promise = allSettled(sources.0, sources.1)

    sources.1.reject(Broken())
    #expect(promise.isPending)
    sources.0.resolve(1)

    let outcomes = try #require(promise.got)
    #expect(try outcomes.0.get() == 1)
    #expect(throws: Broken()) { try outcomes.1.get() }
  }

  @Test func `is fulfilled immediately without arguments`() {
    #expect(allSettled().isFulfilled)
  }

  @Test func `of one type is fulfilled with its outcome`() throws {
    let source = Promise<Int>()
    let promise: Promise<Result<Int, any Error>> = allSettled(source)

    source.resolve(1)

    #expect(try promise.got?.get() == 1)
  }

  @Test func `of ten types is fulfilled with ten outcomes`() throws {
    let last = Promise<Canary>()
    let promise = allSettled(
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

    last.reject(Broken(number: 10))

    let outcomes = try #require(promise.got)
    #expect(try outcomes.1.get() == "2")
    #expect(try outcomes.8.get() == "9")
    #expect(throws: Broken(number: 10)) { try outcomes.9.get() }
  }

  @Test func `of several types, accepts the same promise twice`() throws {
    let source = Promise<Int>()
    let promise = allSettled(source, Promise(value: "two"), source)

    source.resolve(1)

    #expect(try promise.got?.0.get() == 1)
    #expect(try promise.got?.2.get() == 1)
  }

  @Test func `of several types a discarded promise is an outcome`() throws {
    let discarded = Promise<Int>()
    discarded.discard()

    let outcomes = try #require(allSettled(discarded, Promise(value: "two")).got)
    #expect(throws: DiscardedError.self) { try outcomes.0.get() }
    #expect(try outcomes.1.get() == "two")
  }
}
