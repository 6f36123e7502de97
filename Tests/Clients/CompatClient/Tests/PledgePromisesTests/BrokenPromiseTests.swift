import Dispatch
import Pledge
import TestSupport
import Testing

@testable import PledgePromises

/// A broken promise stays pending, as in google/promises.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  typealias Promise = PledgePromises.Promise
  let turns = Turns()
  let record = Log<String>()

  @Test func `a promise whose two functions are released stays pending`() {
    let held = Promise<Int>(on: turns.queue) { _, _ in }
    let wrapped = wrap(on: turns.queue) { (_: @Sendable (Int) -> Void) in }
    let handled = [held, wrapped].map { promise in
      promise.always(on: turns.queue) { [record] in record.add("always") }
    }
    turns.finish()
    #expect((handled + [held, wrapped]).allSatisfy { $0.isPending })
    #expect(record.entries.isEmpty)
    for promise in [held, wrapped] { promise.fulfill(1) }
    turns.finish()
    #expect(handled.map(\.value) == [1, 1])
  }

  @Test func `a retained promise is rejected by its timeout even if its source is broken`() async {
    let limited = Promise<Int>.pending().timeout(on: turns.queue, 0.001)
    let handled = limited.catch(on: turns.queue) { [record] _ in record.add("catch") }
    #expect(await handled.failure() as? PromiseError == .timedOut)
    #expect(record.entries == ["catch"])
    let kept = Promise<Int>.pending().timeout(on: turns.queue, 3600)
    #expect(kept.isPending)
    kept.fulfill(42)
    #expect(kept.value == 42)
    withExtendedLifetime(limited) {}
  }

  @Test func `a timeout without references breaks with its source`() {
    weak var kept: Promise<Int>?
    var source: Promise<Int>? = Promise()
    kept = source?.timeout(on: turns.queue, 3600)
    let handled = kept?.catch(on: turns.queue) { [record] _ in record.add("catch") }
    #expect(kept != nil)
    source = nil
    #expect(kept == nil)
    turns.finish()
    #expect(handled?.isPending == true && record.entries.isEmpty)
  }

  @Test func `a promise that would wait for itself is rejected`() async {
    let source = Promise<Int>()
    let waiting = Log<Promise<Int>>()
    let cycle = source.then(on: turns.queue) { _ in waiting.entries[0] }
    waiting.add(cycle)
    source.fulfill(1)
    #expect(await cycle.failure() is CycleError)
  }
}
