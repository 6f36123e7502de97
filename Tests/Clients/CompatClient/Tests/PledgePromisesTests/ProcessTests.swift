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
