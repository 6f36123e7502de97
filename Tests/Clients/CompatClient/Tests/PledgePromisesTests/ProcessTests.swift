import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

private typealias Promise = PledgePromises.Promise

/// Each test runs in a process of its own, because settings apply to all promises, reports come
/// from all promises, and all of them count.
@Suite(.hangLimit)
struct ProcessTests {
  @Test func `a rejected broken promise can be recovered, combined, limited, and awaited`() async {
    await #expect(processExitsWith: .success) {
      PromisesConfiguration.rejectsBrokenPromises = true
      let queue = DispatchQueue(label: "broken promises")
      let held = Promise<Int>(on: queue) { _, _ in }
      let isBroken: @Sendable (any Error) -> Int = { $0 is BrokenPromiseError ? 42 : 0 }
      let seen = any(on: queue, [held, Promise(1)]).then(on: queue) {
        $0[0].error.map(isBroken) ?? 0
      }
      let both = all(on: queue, [held, Promise(1)]).then(on: queue) { $0[0] }
      let bridged = Promise(pledge: Promise<Int>(on: queue) { _, _ in }.pledge)
      let promises = [held, both, held.timeout(on: queue, 3600), bridged]
      for promise in [seen] + promises.map({ $0.recover(on: queue, isBroken) }) {
        precondition((try? awaitPromise(promise)) == 42)
      }
    }
  }

  @Test func `a promise that would wait for itself is rejected, and reported unless caught`() async
  {
    await #expect(processExitsWith: .success) {
      let (reports, caught) = (handledReports(), Log<Bool>())
      let queue = DispatchQueue(label: "reports")
      @Sendable func loop(_ listen: (Promise<Int>) -> Void) {
        let source = Promise<Int>()
        let waiting = Locked<Promise<Int>?>(nil)
        let cycle = source.then(on: queue) { value -> Promise<Int> in
          waiting.withLock { promise in
            defer { promise = nil }
            return promise ?? Promise(value)
          }
        }
        waiting.withLock { $0 = cycle }
        listen(cycle)
        source.fulfill(1)
        precondition(waitForPromises(timeout: 900))
      }
      loop { $0.catch(on: queue) { caught.add($0 is CycleError) } }
      precondition(reports.entries.isEmpty && caught.entries == [true])
      loop { _ in }
      queue.sync {}
      precondition(reports.entries.map { $0.error is CycleError } == [true])
    }
  }

  // MARK: waitForPromises

  @Test func `a promise counts until it is resolved or released, and the wait may time out`() async
  {
    await #expect(processExitsWith: .success) {
      let resolved = [Promise(1), Promise(TestError.code13)]
      precondition(hasEnded())
      let promise = Promise<Int>()
      precondition(DispatchGroup.promises.wait(timeout: .now()) == .timedOut)
      precondition(!waitForPromises(timeout: 0.02))
      let other = Promise<Int>.pending()
      promise.fulfill(1)
      precondition(!hasEnded())
      other.reject(TestError.code13)
      precondition(hasEnded())
      withExtendedLifetime((promise, other, resolved)) {}
      do {
        let promise = Promise<Int>()
        promise.then(on: .global()) { $0 }
        precondition(!hasEnded())
      }
      precondition(waitForPromises(timeout: 900))
    }
  }

  @Test func `a race counts until it is over, or all its runners are released`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      do {
        let promise = Promise<Int>()
        let first = PledgePromises.race(on: .global(), promise, Promise<Int>())
        precondition(!waitForPromises(timeout: 0.02))
        withExtendedLifetime((promise, first)) {}
      }
      precondition(waitForPromises(timeout: 900))
    }
  }

  @Test func `an enqueued handler counts, and a timer, unless its promise is resolved first`() async
  {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue.marked("turns")
      queue.stopped {
        Promise(1).then(on: queue) { $0 }
        precondition(!hasEnded())
      }
      precondition(waitForPromises(timeout: 900))
      let late = Promise(1).delay(on: queue, 3600)
      let retried = retry(on: queue, delay: 3600) { Promise<Int>(TestError.code13) }
      queue.finish()
      late.fulfill(2)
      precondition(!hasEnded())
      retried.fulfill(2)
      precondition(waitForPromises(timeout: 900))
      Promise(1).timeout(on: queue, 3600)
      precondition(waitForPromises(timeout: 900))
    }
  }

  @Test func `a promise that no longer counts is resolved, and its handlers have run`() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<20_000 {
        let (promise, record) = (Promise<Int>(), Log<Bool>())
        if !round.isMultiple(of: 3) {
          promise.then(on: .global()) { $0 }.then(on: .global()) { Promise($0) }
            .catch(on: .global()) { _ in }.then(on: .global()) { _ in record.mark() }
        }
        DispatchQueue.global().async { promise.fulfill(1) }
        precondition(waitForPromises(timeout: 900))
        precondition(promise.isFulfilled && record.count == (round.isMultiple(of: 3) ? 0 : 1))
      }
    }
  }
}

private func hasEnded() -> Bool {
  waitForPromises(timeout: 0)
}
