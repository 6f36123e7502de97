import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

private typealias Promise = PledgePromises.Promise

/// Each test runs in a process of its own, because settings apply to all promises, reports come from
/// all promises, and all of them count.
@Suite(.hangLimit)
struct ProcessTests {
  @Test func `with rejectsBrokenPromises, a broken promise rejects its consumers in order`() async {
    await #expect(processExitsWith: .success) {
      PromisesConfiguration.rejectsBrokenPromises = true
      let (queue, record) = (DispatchQueue.marked("turns"), Log<String>())
      let promise = queue.stopped {
        let broken = Promise<Int>()
        broken.always(on: queue) { record.add("always") }
        let passed = broken.then(on: queue) { $0 }
        passed.catch(on: queue) { _ in record.add("passed on") }
        broken.catch(on: queue) { _ in record.add("catch") }
        _ = consume broken
        precondition(passed.isPending && record.entries.isEmpty)
        return passed
      }
      queue.finish()
      precondition(promise.error is BrokenPromiseError)
      precondition(record.entries == ["always", "catch", "passed on"])
    }
  }

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

  // MARK: Reports

  @Test func `an unhandled rejection is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "reports")
      do {
        let rejected = Promise<Int>()
        _ = PledgePromises.race(on: queue, [rejected, Promise<Int>()])
        rejected.reject(Broken())
        Promise(1).then(on: queue) { _ in throw Broken() }
        _ = Promise<Int>(on: queue) { throw Broken() }
        _ = wrap(on: queue) { (done: @Sendable (Int?) -> Void) in throw Broken() }
      }
      precondition(waitForPromises(timeout: 900))
      // The runner that was released with the race is reported as broken.
      precondition(reports.entries.allSatisfy { $0.error is BrokenPromiseError })
    }
  }

  @Test func `broken work is reported with its creation site if it has a consumer`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let lines = breakPromises()
      precondition(waitForPromises(timeout: 900))
      precondition(reports.entries.map(\.line) == lines)
      precondition(reports.entries.allSatisfy { $0.fileID.hasSuffix("ProcessTests.swift") })
    }
  }

  @Test func `a race reports its broken runners, and not itself`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "reports")
      let slow = Promise<Int>()
      _ = PledgePromises.race(on: queue, .pending(), slow)
      queue.sync {}
      slow.fulfill(1)
      _ = PledgePromises.race(on: queue, Promise<Int>(), .pending())
      precondition(waitForPromises(timeout: 900))
      precondition(reports.entries.count == 3)
      precondition(reports.entries.allSatisfy { $0.fileID.hasSuffix("ProcessTests.swift") })
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

  @Test func `there is no gap between the end of a promise and its handlers`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<2000 {
        let record = Log<Bool>()
        let promise = Promise<Int>()
        promise.then(on: .global()) { $0 }.then(on: .global()) { Promise($0) }
          .catch(on: .global()) { _ in }.then(on: .global()) { _ in record.mark() }
        DispatchQueue.global().async { promise.fulfill(1) }
        precondition(waitForPromises(timeout: 900))
        precondition(record.count == 1)
      }
    }
  }

  @Test func `a promise that no longer counts is resolved`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<20_000 {
        let promise = Promise<Int>()
        let stage = promise.then(on: .global()) { $0 }
        DispatchQueue.global().async { promise.fulfill(1) }
        precondition(waitForPromises(timeout: 900))
        precondition(promise.isFulfilled && stage.isFulfilled)
        let other = Promise<Int>()
        DispatchQueue.global().async { other.fulfill(1) }
        precondition(waitForPromises(timeout: 900))
        precondition(other.isFulfilled)
      }
    }
  }
}

private func hasEnded() -> Bool {
  waitForPromises(timeout: 0)
}

/// Breaks promises with and without a consumer, and returns the lines of the former.
///
/// A function, because a macro expands to a single line.
private func breakPromises() -> [UInt] {
  let queue = DispatchQueue(label: "reports")
  Promise<Int>.pending().then(on: queue) { $0 }.always(on: queue) {}
  queue.suspend()
  wrap(on: queue) { (_: @Sendable (Int) -> Void) in }.then(on: queue) { _ in }
  queue.resume()
  let lines: [UInt] = [#line - 4, #line - 2]
  _ = (Promise<Int>.pending(), wrap(on: queue) { (_: @Sendable (Int) -> Void) in })
  return lines
}
