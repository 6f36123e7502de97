import Foundation
import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct LimitTests {
  @Test func `an unstarted chain of 20,000 promises is released on a small stack`() async {
    let log = Log<String>()
    await onSmallStack {
      let life = Life(log.note("released"))
      var last = Promise<Int> { _, _ in withExtendedLifetime(life) {} }
      for _ in 0..<20_000 { last = last.registerThen { $0 + 1 } }
    }
    #expect(log.entries == ["released"])
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
