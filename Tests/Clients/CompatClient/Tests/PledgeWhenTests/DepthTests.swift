import Dispatch
import PledgeWhen
import TestSupport
import Testing

// Such long chains are slow under the thread sanitizer, and tests that run in parallel need time,
// too.
@Suite(.serialized, .hangLimit)
struct DepthTests {
  @Test func `a turn of a loop that something else uses settles, too`() async {
    let states = await onSmallStack { () -> [Int?] in
      let queue = DispatchQueue(label: "loop")
      let (kept, done) = (Log<Promise<Int>>(), Log<Int>())
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        if turn == 4 { return Promise(queue: queue) { turn } }
        let promise = Promise(queue: queue) { turn + 1 }.then(on: queue) { loop($0) }
        switch turn {
        case 1: kept.add(promise)
        case 2: promise.done { done.add($0) }
        case 3: promise.then(on: queue) { done.add($0 * 10) }
        default: break
        }
        return promise
      }
      let end = DispatchSemaphore(value: 0)
      let promise = loop(0).always { _ in end.signal() }
      end.wait()
      queue.sync {}
      return [promise.state.result?.value, kept.entries.first?.state.result?.value]
        + done.entries.sorted()
    }
    #expect(states == [4, 4, 4, 40])
  }

  @Test func `a turn that is resolved directly ends the loop early`() async {
    let value = await onSmallStack { () -> Int? in
      let queue = DispatchQueue(label: "loop")
      let end = DispatchSemaphore(value: 0)
      let kept = Log<Promise<Int>>()
      let promise = Promise(queue: queue) { 1 }.then(on: queue) { value -> Promise<Int> in
        let turn = Promise<Int>(queue: queue).then(on: queue) { $0 }
        kept.add(turn)
        queue.async { turn.resolve(7) }
        return turn
      }
      promise.always { _ in end.signal() }
      end.wait()
      return promise.state.result?.value
    }
    #expect(value == 7)
  }
}
