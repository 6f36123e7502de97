import Foundation
import PledgeThen
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct LimitTests {
  @Test func `a chain of 20,000 promises settles and is released on a small stack`() async {
    let sums = Log<Int>()
    await onSmallStack {
      let first = Promise<Int>()
      var last = first
      for index in 0..<20_000 {
        last = index % 2 == 0 ? last.then { $0 + 1 } : last.then { Promise($0 + 1) }
      }
      last.then { sums.add($0) }
      first.fulfill(0)
    }
    #expect(sums.entries == [20_000])
  }

  @Test func `an unstarted chain of 20,000 promises is released on a small stack`() async {
    let log = Log<String>()
    await onSmallStack {
      let life = Life(log.note("released"))
      var last = Promise<Int> { _, _ in withExtendedLifetime(life) {} }
      for _ in 0..<20_000 { last = last.registerThen { $0 + 1 } }
    }
    #expect(log.entries == ["released"])
  }

  @Test(arguments: [false, true])
  func `a loop of 20,000 turns ends on a small stack`(settlesLater: Bool) async {
    let queue = DispatchQueue(label: "steps")
    @Sendable func step() -> Promise<Void> {
      Promise { resolve, _ in settlesLater ? queue.async { resolve() } : resolve() }
    }
    @Sendable func loop(_ rest: Int) -> Promise<Int> {
      rest == 0 ? Promise(0) : step().then { loop(rest - 1) }
    }
    let ends = Log<Int>()
    await onSmallStack {
      let end = DispatchSemaphore(value: 0)
      loop(20_000).then { ends.add($0) }.finally { end.signal() }
      end.wait()
    }
    #expect(ends.entries == [0])
  }

  @Test func `20,000 runs that fail end on a small stack`() async {
    let runs = Locked(0)
    await onSmallStack {
      Promise<Int> { _, reject in
        runs.withLock { $0 += 1 }
        reject(Broken())
      }.retry(20_000).start()
    }
    #expect(runs.value == 20_000)
  }

  @Test func `threads that start, settle and register concurrently agree on one outcome`() async {
    for _ in 0..<100 {
      let log = Log<Int>()
      let starts = Log<String>()
      let promise = Promise<Int> { resolve, _ in
        starts.add("start")
        resolve(9)
      }
      await onThreads(4) { number in
        for _ in 0..<5 { promise.registerThen { log.add($0) } }
        number % 2 == 0 ? promise.start() : promise.fulfill(number)
        for _ in 0..<5 { promise.finally { log.add(promise.value ?? -1) } }
      }
      #expect(log.entries.count == 40)
      #expect(Set(log.entries).count == 1)
      #expect(starts.entries.count <= 1)
    }
  }
}
