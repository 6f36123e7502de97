import Pledge
import PledgeTestSupport
import Testing

struct EitherTests {
  @Test func `is fulfilled with the first value, and does not affect the other`() {
    let sources = (Promise<Int>(discard: {}), Promise<Int>())
    let promise = sources.0 ||| sources.1

    sources.1.resolve(2)

    #expect(promise.got == 2)
    #expect(sources.0.isDiscarded)
  }

  @Test func `a rejection does not matter when there is a value`() {
    #expect((Promise(error: Broken()) ||| Promise(value: 2)).got == 2)
  }

  @Test func `is rejected with both errors`() {
    let sources = (Promise<Int>(), Promise<Int>())
    let promise = sources.0 ||| sources.1

    sources.1.reject(Broken(number: 2))
    #expect(promise.isPending)
    sources.0.reject(Broken(number: 1))

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = source ||| source

    source.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `a promise that was already discarded counts as rejected`() {
    let discarded = Promise<Int>()
    discarded.discard()

    #expect((discarded ||| Promise(value: 2)).got == 2)
  }

  @Test func `discarding it affects neither`() {
    let sources = (Promise<Int>(discard: {}), Promise<Int>(discard: {}))
    let promise = sources.0 ||| sources.1

    promise.discard()

    #expect(sources.0.isDiscarded)
    #expect(sources.1.isDiscarded)
  }

  @Test func `a sequence of operators takes the first value`() {
    let promise = Promise<Int>(error: Broken()) ||| Promise(value: 2) ||| Promise(value: 3)

    #expect(promise.got == 2)
  }

  @Test func `binds less tightly than the other operator`() {
    let never = Promise<(Int, Int)>()
    let promise = never ||| Promise(value: 1) &&& Promise(value: 2)

    #expect(promise.got?.1 == 2)
  }
}

// MARK: - Different types

extension EitherTests {
  @Test func `of different types is fulfilled with a value of either`() {
    let sources = (Promise<Int>(discard: {}), Promise<String>())
    let promise = sources.0 ||| sources.1

    sources.1.resolve("two")

    #expect(promise.got as? String == "two")
    #expect(sources.0.isDiscarded)
  }

  @Test func `of different types is rejected with both errors`() {
    let sources = (Promise<Int>(), Promise<String>())
    let promise = sources.0 ||| sources.1

    sources.1.reject(Broken(number: 2))
    sources.0.reject(Broken(number: 1))

    let errors = (promise.failure as? AggregateError)?.errors
    #expect(errors?.map { $0 as? Broken } == [Broken(number: 1), Broken(number: 2)])
  }

  @Test func `discarding one of different types affects neither`() {
    let sources = (Promise<Int>(discard: {}), Promise<String>(discard: {}))
    let promise = sources.0 ||| sources.1

    promise.discard()

    #expect(sources.0.isDiscarded)
    #expect(sources.1.isDiscarded)
  }
}
