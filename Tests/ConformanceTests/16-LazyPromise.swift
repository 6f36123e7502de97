import Pledge
import PledgeTestSupport
import Testing

@Suite("16 `LazyPromise`")
struct LazyPromiseClauses {
  private let starts = Log<Void>()

  private func lazy(_ work: @escaping @Sendable () throws -> Future<Int>) -> LazyPromise<Int> {
    LazyPromise { [starts] in
      starts.add()
      return try work()
    }
  }

  @Test func `16.1.1 A LazyPromise starts its work with its first consumer, once`() {
    let source = Promise<Int>()
    let promise = lazy { source }
    #expect(starts.count == 0)

    let stages = [promise.map { $0 }, promise.map { $0 }]
    #expect(starts.count == 1)
    source.resolve(7)

    #expect((stages + [promise.map { $0 }]).map(\.got) == [7, 7, 7])
    #expect(starts.count == 1)
  }

  @Test func `16.1.2 Inspecting it starts nothing`() {
    let promise = lazy { Promise(value: 1) }

    #expect(promise.shared().isPending)
    #expect(promise.result == nil)
    #expect(promise.description == "LazyPromise<Int>(pending)")
    #expect(starts.count == 0)
  }

  @Test func `16.1.3 It settles with the outcome of the promise that its closure returns`() {
    #expect(lazy { Promise(value: 7) }.map { $0 }.got == 7)
    #expect(lazy { Promise(error: Broken()) }.map { $0 }.broken == Broken())
    #expect(lazy { throw Broken() }.map { $0 }.broken == Broken())
  }

  @Test func `16.1.4 When its last consumer detaches, it is discarded, and stays discarded`() {
    let works = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promises = works.map { work in lazy { work } }
    promises[1].shared()

    for promise in promises { promise.map { $0 }.discard() }

    #expect(works.map(\.isDiscarded) == [true, false])
    #expect(promises[0].isDiscarded)
    #expect(promises[0].map { $0 }.isDiscarded)
    works[1].resolve(1)
    #expect(promises[1].got == 1)
    #expect(starts.count == 2)
  }

  @Test func `16.1.5 If it never had a consumer, its closure is released without being called`() {
    let cage = Cage(weight: 0)
    do {
      let closure = cage.closure()
      _ = lazy {
        closure()
        return Promise(value: 1)
      }
    }

    #expect(cage.living == 0)
    #expect(starts.count == 0)
  }

  @Test func `16.1.6 A promise whose outcome is known does not start it`() {
    let (one, failed) = (Promise(value: 1), Promise<Int>(error: Broken()))
    let lazy = lazy { Promise(value: 2) }
    let settled = Promise(value: 3)
    settled.chain(after: lazy)
    let outcomes = [
      race(one, lazy), any([one, lazy]), find([one, lazy]) { $0 == 1 }, one ||| lazy,
      find([failed, lazy]) { $0 == 1 }, all([failed, lazy]).map(\.count),
      all(failed, lazy).map { $0.0 }, (failed &&& lazy).map { $0.0 }, settled,
    ]

    #expect(starts.count == 0)
    #expect(lazy.isPending)
    #expect(outcomes.map(\.got) == [1, 1, 1, 1, nil, nil, nil, nil, 3])
    #expect(find([one, lazy]) { $0 == 2 }.got == 2)
    #expect(starts.count == 1)
  }
}
