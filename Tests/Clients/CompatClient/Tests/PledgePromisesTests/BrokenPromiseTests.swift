import Dispatch
import Pledge
import TestSupport
import Testing

@testable import PledgePromises

/// A broken promise stays pending, as in google/promises.
@Suite(.timeLimit(.minutes(60)))
struct BrokenPromiseTests {
  typealias Promise = PledgePromises.Promise
  let turns = Turns()
  let record = Log<String>()

  /// Returns a promise without a producer, and with handlers that must not run.
  private func brokenChain() -> Promise<Int> {
    let (queue, record) = (turns.queue, record)
    return Promise<Int>.pending()
      .then(on: queue) { record.add("then \($0)") }
      .then(on: queue) { Promise($0) }
      .catch(on: queue) { _ in record.add("catch") }
      .recover(on: queue) { _ -> Int in
        record.add("recover")
        return 1
      }
      .recover(on: queue) { _ -> Promise<Int> in
        record.add("recover by a promise")
        return Promise(1)
      }
      .validate(on: queue) { _ in true }
      .delay(on: queue, 0)
      .reduce(on: queue, 1, combine: { Promise($0 + $1) })
      .always(on: queue) { record.add("always") }
  }

  @Test func `no handler of a broken promise runs, and it stays pending`() {
    let waiting = brokenChain()
    turns.finish(16)
    #expect(record.entries.isEmpty)
    #expect(waiting.isPending && !waiting.isFulfilled && !waiting.isRejected)
    #expect(waiting.value == nil && waiting.error == nil)
    #expect("\(waiting)" == "Pending: Int")
  }

  @Test func `a handler that is added to a promise after it broke does not run`() {
    let waiting = brokenChain()
    let later = waiting.catch(on: turns.queue) { [record] _ in record.add("later") }
    turns.finish(16)
    #expect(later.isPending && record.entries.isEmpty)
  }

  @Test func `a promise whose two functions are released stays pending`() {
    let held = Promise<Int>(on: turns.queue) { _, _ in }
    let wrapped = wrap(on: turns.queue) { (_: @Sendable (Int) -> Void) in }
    let handled = [held, wrapped].map { promise in
      promise.always(on: turns.queue) { [record] in record.add("always") }
    }
    turns.finish()
    #expect((handled + [held, wrapped]).allSatisfy { $0.isPending })
    #expect(record.entries.isEmpty)
  }

  @Test func `a promise that follows a broken one stays pending`() {
    let followed = Promise(1).then(on: turns.queue) { _ in Promise<Int>.pending() }
    let done = Promise<Int>(on: turns.queue) { Promise<Int>.pending() }
    let tried = retry(on: turns.queue, delay: 0) { Promise<Int>.pending() }
    let following = [followed, done, tried].map { promise in
      promise.always(on: turns.queue) { [record] in record.add("always") }
    }
    turns.finish(8)
    #expect((following + [followed, done, tried]).allSatisfy { $0.isPending })
    #expect(record.entries.isEmpty)
  }

  @Test func `handlers of a broken promise are released`() {
    weak var life: Life?
    var source: Promise<Int>? = Promise()
    do {
      let captured = Life()
      life = captured
      source?.then(on: turns.queue) { _ in withExtendedLifetime(captured) {} }
        .always(on: turns.queue) { withExtendedLifetime(captured) {} }
    }
    #expect(life != nil)
    source = nil
    #expect(life == nil)
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
