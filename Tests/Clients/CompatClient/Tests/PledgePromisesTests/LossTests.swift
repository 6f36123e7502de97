import Dispatch
import Pledge
import TestSupport
import Testing

@testable import PledgePromises

/// Nobody waits for ever for what nobody can resolve any more.
@Suite(.timeLimit(.minutes(15)))
struct LossTests {
  typealias Promise = PledgePromises.Promise
  let turns = Turns()

  @Test func `who waits for a promise that is gone is rejected`() async throws {
    let record = Log<String>()
    let line: UInt = #line + 1
    let waiting = Promise<Int>.pending()
      .then(on: turns.queue) { _ in record.add("then") }
      .catch(on: turns.queue) { _ in record.add("catch") }
      .always(on: turns.queue) { record.add("always") }
    let error = try #require(await waiting.failure() as? Abandoned)
    #expect(error.fileID.hasSuffix("LossTests.swift") && error.line == line)
    #expect(record.entries == ["catch", "always"])
  }

  @Test func `the loss takes a turn of the queue, in the order of registration`() {
    let record = Log<String>()
    let promise = turns.stopped {
      let lost = Promise<Int>()
      lost.always(on: turns.queue) { record.add("always") }
      let passed = lost.then(on: turns.queue) { $0 }
      passed.catch(on: turns.queue) { _ in record.add("passed on") }
      lost.catch(on: turns.queue) { _ in record.add("catch") }
      _ = consume lost
      #expect(passed.isPending && record.entries.isEmpty)
      return passed
    }
    turns.finish()
    #expect(promise.error is Abandoned)
    #expect(record.entries == ["always", "catch", "passed on"])
  }

  @Test func `a promise is rejected whose two functions are gone`() async {
    let held = Promise<Int>(on: turns.queue) { _, _ in }
    #expect(await held.failure() is Abandoned)
    let wrapped = wrap(on: turns.queue) { (_: @Sendable (Int) -> Void) in }
    #expect(await wrapped.failure() is Abandoned)
  }

  @Test func `a lost producer can be recovered from`() async throws {
    let recovered = Promise<Int>.pending().recover { _ in 42 }
    #expect(try await recovered.get() == 42)
    let seen = PledgePromises.any([Promise<Int>.pending(), Promise(1)]).then {
      $0[0].error is Abandoned
    }
    #expect(try await seen.get())
    let again = Log<Bool>()
    let retried = retry(attempts: 1, delay: 0) { () -> Promise<Int> in
      again.mark()
      return again.count == 1 ? .pending() : Promise(42)
    }
    #expect(try await retried.get() == 42)
  }

  @Test func `all is rejected if one of its promises is gone`() async {
    let both = PledgePromises.all([Promise(1), Promise<Int>.pending()])
    #expect(await both.failure() is Abandoned)
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
