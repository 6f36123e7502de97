import Pledge
import PledgeTestSupport
import Testing

struct AnyTests {
  @Test func `is fulfilled with the first value`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = any(sources)

    sources[0].reject(Broken())
    #expect(promise.isPending)
    sources[2].resolve(2)
    sources[1].resolve(1)

    #expect(promise.got == 2)
  }

  @Test func `is rejected with all errors in the order given`() throws {
    let sources = (Promise<Int>(), Promise<Int>())
    let promise = any(sources.0, sources.1)

    sources.1.reject(Broken(number: 1))
    #expect(promise.isPending)
    sources.0.reject(Broken(number: 0))

    let error = try #require(promise.failure as? AggregateError)
    #expect(error.errors.map { $0 as? Broken } == [Broken(number: 0), Broken(number: 1)])
  }

  @Test func `is rejected for empty input`() {
    #expect(any([Future<Int>]()).failure is EmptyInputError)
  }

  @Test func `is rejected when a promise given twice is rejected`() {
    let source = Promise<Int>()
    let promise = any(source, source)

    source.reject(Broken())

    #expect((promise.failure as? AggregateError)?.errors.count == 2)
  }

  @Test func `of settled promises is settled`() {
    #expect(any(Promise(error: Broken()), Promise(value: 2)).got == 2)
  }

  @Test func `discards the work without other consumers`() {
    let winner = Promise<Int>()
    let others = (0..<2).map { _ in Promise<Int>(discard: {}) }
    others[1].observe { _ in }
    let promise = any([winner] + others)

    winner.resolve(1)

    #expect(promise.got == 1)
    #expect(others[0].isDiscarded)
    #expect(others[1].isPending)
    others[1].resolve(0)
  }

  @Test func `discarding it discards the work without other consumers`() {
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = any(sources)

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true])
  }

  @Test func `has all errors when many threads reject the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = any(sources)

    concurrently(200) { sources[$0].reject(Broken(number: $0)) }

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { ($0 as? Broken)?.number } == Array(0..<200))
  }

  @Test func `a promise that was already discarded counts as rejected`() {
    let discarded = Promise<Int>()
    discarded.discard()
    let working = Promise<Int>()
    let promise = any(discarded, working)
    #expect(promise.isPending)

    working.resolve(1)

    #expect(promise.got == 1)
    #expect((any(discarded).failure as? AggregateError)?.errors.first is DiscardedError)
  }
}
