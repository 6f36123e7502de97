import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct ContentionTests {
  @Test func `a promise that is resolved directly and by its source has one outcome`() async {
    for _ in 0..<200 {
      let turns = Turns()
      let source = Promise<Int>()
      let stage = source.then(on: turns.queue) { $0 }
      let handled = Log<Int>()
      stage.then(on: turns.queue) { handled.add($0) }
      await onThreads(2) { thread in
        if thread == 0 { source.fulfill(1) } else { stage.fulfill(2) }
      }
      turns.finish()
      #expect(handled.entries.count == 1 && handled.entries.first == stage.value)
    }
  }

  @Test func `handlers run in order even if another thread resolves in between`() async {
    for round in 0..<2000 {
      let turns = Turns()
      let handled = Log<Int>()
      let promise = Promise<Int>()
      await onThreads(2) { thread in
        guard thread == 0 else { return promise.fulfill(1) }
        for _ in 0..<round % 20 { _ = promise.isPending }
        for number in 0..<6 {
          if number.isMultiple(of: 2) {
            promise.always(on: turns.queue) { handled.add(number) }
          } else {
            promise.then(on: turns.queue) { _ in handled.add(number) }
          }
        }
      }
      turns.finish()
      #expect(handled.entries == Array(0..<6))
    }
  }
}
