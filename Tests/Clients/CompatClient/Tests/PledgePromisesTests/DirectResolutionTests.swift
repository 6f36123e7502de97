import Dispatch
import TestSupport
import Testing

@testable import PledgePromises

/// A promise whose source is gone can be resolved directly, as in google/promises.
@Suite(.hangLimit)
struct DirectResolutionTests {
  let turns = Turns()

  @Test func `combinations whose promises are gone are resolved directly`() {
    let values = all(on: turns.queue, [Promise<Int>.pending()])
    let maybes = any(on: turns.queue, [Promise<Int>.pending()])
    let pair = all(on: turns.queue, Promise<Int>.pending(), Promise("a"))
    turns.finish(8)
    values.fulfill([1])
    maybes.fulfill([.value(2)])
    pair.fulfill((3, "b"))
    #expect(values.value == [1] && maybes.value == [.value(2)] && pair.value?.1 == "b")
  }

  @Test func `a thread that waits for a promise whose source is gone can be resumed`() throws {
    let promise = Promise<Int>.pending().always(on: turns.queue) {}
    turns.stopped {
      promise.then(on: turns.queue) { _ in }
      turns.queue.async { promise.fulfill(42) }
    }
    #expect(try awaitPromise(promise) == 42)
  }
}
