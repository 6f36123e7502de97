import Dispatch
import TestSupport
import Testing

@testable import PledgeWhen

private let many = 20_000

// Such long chains are slow under the thread sanitizer, and tests that run in parallel need time,
// too.
@Suite(.serialized, .timeLimit(.minutes(60)))
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

  @Test(arguments: [false, true])
  func `a loop retains nothing of finished turns`(recovers: Bool) async {
    let living = await onSmallStack { () -> [Int] in
      let queue = DispatchQueue(label: "loop")
      let (promises, living) = (Log<Weak>(), Log<Int>())
      @Sendable func loop(_ turn: Int) -> Promise<Int> {
        if turn == 1000 { return Promise(queue: queue) { turn } }
        if turn.isMultiple(of: 100) { living.add(promises.entries.count { $0.object != nil }) }
        let promise =
          recovers
          ? Promise<Int>(queue: queue) { throw Broken() }.recover(on: queue) { _ in loop(turn + 1) }
          : Promise(queue: queue) { turn + 1 }.then(on: queue) { loop($0) }
        promises.add(Weak(promise.core))
        if let source = promise.core.followed { promises.add(Weak(source)) }
        return promise
      }
      let end = DispatchSemaphore(value: 0)
      loop(0).always { _ in end.signal() }
      end.wait()
      return living.entries
    }
    #expect(living.count == 10 && living.allSatisfy { $0 <= 6 }, "\(living)")
  }

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
