import Foundation
import TestSupport
import Testing

@testable import PledgeSundell

@Suite(.timeLimit(.minutes(60))) struct LimitTests {
  @Test func `a chain of 20,000 stages settles and is released on a small stack`() async {
    let sums = Log<Int>()
    await onSmallStack {
      let first = Promise<Int>()
      var last: Future<Int> = first
      for index in 0..<20_000 {
        let isPlain = index % 2 == 0
        last = isPlain ? last.transformed { $0 + 1 } : last.chained { Promise(value: $0 + 1) }
      }
      last.observe { result in sums.add((try? result.get()) ?? -1) }
      first.resolve(with: 0)
    }
    #expect(sums.entries == [20_000])
  }

  @Test func `a pending chain of 20,000 stages is released on a small stack`() async {
    let released = Log<Bool>()
    await onSmallStack {
      var last: Future<Int> = Promise<Int>()
      for _ in 0..<20_000 { last = last.transformed { $0 + 1 } }
      let (kept, life) = (last, Life { released.add(true) })
      kept.observe { _ in withExtendedLifetime(life) {} }
    }
    #expect(released.entries == [true])
  }

  @Test(arguments: [false, true])
  func `a loop of 20,000 turns ends on a small stack`(settlesLater: Bool) async {
    let queue = DispatchQueue(label: "steps")
    @Sendable func step() -> Future<Void> {
      let promise = Promise<Void>()
      if settlesLater {
        queue.async { promise.resolve(with: ()) }
      } else {
        promise.resolve(with: ())
      }
      return promise
    }
    @Sendable func loop(_ rest: Int) -> Future<Int> {
      rest == 0 ? Promise(value: 0) : step().chained { loop(rest - 1) }
    }
    let ends = Log<Int>()
    await onSmallStack {
      let end = DispatchSemaphore(value: 0)
      loop(20_000).observe { result in
        ends.add((try? result.get()) ?? -1)
        end.signal()
      }
      end.wait()
    }
    #expect(ends.entries == [0])
  }

  @Test func `a loop retains nothing of finished turns`() async {
    let living = await onSmallStack { () -> [Int] in
      let queue = DispatchQueue(label: "steps")
      let (futures, living) = (Log<Weak>(), Log<Int>())
      @Sendable func loop(_ turn: Int) -> Future<Int> {
        if turn == 1000 { return Promise(value: turn) }
        if turn.isMultiple(of: 100) { living.add(futures.entries.count { $0.object != nil }) }
        let step = Promise<Int>()
        queue.async { step.resolve(with: turn + 1) }
        let future = step.chained { loop($0) }
        futures.add(Weak(future))
        futures.add(Weak(future.inner))
        return future
      }
      let end = DispatchSemaphore(value: 0)
      loop(0).observe { _ in end.signal() }
      end.wait()
      return living.entries
    }
    #expect(living.count == 10 && living.allSatisfy { $0 <= 6 }, "\(living)")
  }

  @Test func `threads that settle and observe concurrently agree on one outcome`() async {
    for _ in 0..<100 {
      let log = Log<Int>()
      let promise = Promise<Int>()
      await onThreads(4) { number in
        for _ in 0..<5 { promise.observe { result in log.add((try? result.get()) ?? -1) } }
        promise.resolve(with: number)
        for _ in 0..<5 { promise.observe { result in log.add((try? result.get()) ?? -1) } }
      }
      #expect(log.entries.count == 40)
      #expect(Set(log.entries).count == 1)
    }
  }
}
