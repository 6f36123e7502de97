import Dispatch
import PledgeWhen
import TestSupport
import Testing

private let many = 20_000

// Such long chains are slow under the thread sanitizer, and tests that run in parallel need time,
// too.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct DepthTests {
  @Test func `a chain of twenty thousand is settled and dropped on a small stack`() async {
    let value = await onSmallStack { () -> Int? in
      let queue = DispatchQueue(label: "chain")
      let done = DispatchSemaphore(value: 0)
      let source = Promise<Int>(queue: queue)
      var last = source
      for _ in 0..<many { last = last.then(on: queue) { $0 + 1 } }
      last.always { _ in done.signal() }
      source.resolve(0)
      done.wait()
      return last.state.result?.value
    }
    #expect(value == many)
  }

  @Test func `a chain of twenty thousand that is never settled is dropped on a small stack`()
    async
  {
    let isGone = await onSmallStack {
      let queue = DispatchQueue(label: "chain")
      let done = DispatchSemaphore(value: 0)
      weak var life: Life?
      do {
        let captured = Life { done.signal() }
        life = captured
        var last = Promise<Int>(queue: queue)
        for _ in 0..<many { last = last.then(on: queue) { $0 + 1 } }
        last.always { _ in withExtendedLifetime(captured) {} }
      }
      done.wait()
      queue.sync {}
      return life == nil
    }
    #expect(isGone)
  }

  @Test func `a loop of twenty thousand promises ends on a small stack`() async {
    let value = await onSmallStack { () -> Int? in
      let queue = DispatchQueue(label: "loop")
      let done = DispatchSemaphore(value: 0)
      @Sendable func count(_ number: Int) -> Promise<Int> {
        Promise(queue: queue) { number }.then(on: queue) { number in
          number == many ? Promise(queue: queue) { number } : count(number + 1)
        }
      }
      let promise = count(0)
      promise.always { _ in done.signal() }
      done.wait()
      return promise.state.result?.value
    }
    #expect(value == many)
  }
}
