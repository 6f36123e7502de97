import Pledge
import PledgeTestSupport
import Testing

struct LazyPromiseClauses {
  private let starts = Locked(0)

  private func lazy(_ work: @escaping @Sendable () throws -> Future<Int>) -> LazyPromise<Int> {
    LazyPromise { [starts] in
      starts.withLock { $0 += 1 }
      return try work()
    }
  }

  @Test("16.1.1 A `LazyPromise` starts its work with its first consumer, once")
  func clause16_1_1() {
    let source = Promise<Int>()
    let promise = lazy { source }
    #expect(starts.value == 0)

    let stages = [promise.map { $0 }, promise.map { $0 }]
    #expect(starts.value == 1)
    source.resolve(7)

    for stage in stages { #expect(stage.value(of: 7)) }
    #expect(promise.map { $0 }.value(of: 7))
    #expect(starts.value == 1)
  }

  @Test("16.1.2 Inspecting it starts nothing")
  func clause16_1_2() {
    let promise = lazy { Promise(value: 1) }

    #expect(promise.isPending)
    #expect(promise.result == nil)
    #expect(starts.value == 0)
  }

  @Test("16.1.3 It settles with the outcome of the promise that its closure returns")
  func clause16_1_3() {
    #expect(lazy { Promise(value: 7) }.map { $0 }.value(of: 7))

    let rejected = lazy { Promise(error: Bang()) }.map { $0 }
    #expect(throws: Bang.self) { try rejected.result?.get() }
    let thrown = lazy { throw Bang() }.map { $0 }
    #expect(throws: Bang.self) { try thrown.result?.get() }
  }

  @Test("16.1.4 When its last consumer detaches, it is discarded, and stays discarded")
  func clause16_1_4() {
    let stops = Locked(0)
    let work = Promise<Int>(discard: { stops.withLock { $0 += 1 } })
    let promise = lazy { work }

    promise.map { $0 }.discard()

    #expect(stops.value == 1)
    #expect(throws: DiscardedError.self) { try promise.result?.get() }
    #expect(throws: DiscardedError.self) { try promise.map { $0 }.result?.get() }
    #expect(starts.value == 1)
  }

  @Test("16.1.5 If it never had a consumer, its closure is released without being called")
  func clause16_1_5() {
    weak var captured: AnyObject?
    do {
      let object = Locked(0)
      captured = object
      _ = lazy {
        object.value = 1
        return Promise(value: 1)
      }
    }

    #expect(captured == nil)
    #expect(starts.value == 0)
  }
}

private struct Bang: Error {}

extension Future<Int> {
  fileprivate func value(of expected: Int) -> Bool {
    let value = try? result?.get()
    return value == expected
  }
}
