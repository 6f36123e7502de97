import Pledge
import PledgeTestSupport
import Testing

struct FlattenTests {
  @Test func `settles as the inner promise`() {
    let outer = Promise<Promise<Int>>()
    let inner = Promise<Int>()
    let promise = outer.flatten()

    outer.resolve(inner)
    #expect(promise.isPending)
    inner.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `accepts a future of a future`() {
    let inner: Future<Int> = Promise(error: Broken())
    let outer: Future<Future<Int>> = Promise(value: inner)

    #expect(outer.flatten().broken == Broken())
  }

  @Test func `passes on a rejection of the outer promise`() {
    #expect(Promise<Future<Int>>(error: Broken()).flatten().broken == Broken())
  }

  @Test func `removes one of several layers`() {
    let inner = Promise(value: 2)
    let promise = Promise(value: Promise(value: inner)).flatten()

    #expect(promise.got === inner)
  }

  @Test func `discarded, it stops the work of the inner promise, and only that`() {
    let stops = Log<Void>()
    let inner = Promise<Int>(discard: { stops.add() })
    let outer = Promise(value: inner)

    outer.flatten().discard()

    #expect(stops.count == 1)
    #expect(inner.isDiscarded)
    #expect(outer.got === inner)
  }

  @Test func `discarded, it does not affect an inner promise with another consumer`() {
    let inner = Promise<Int>(discard: {})
    let other = inner.map { $0 }

    Promise(value: inner).flatten().discard()
    inner.resolve(2)

    #expect(other.got == 2)
  }
}
