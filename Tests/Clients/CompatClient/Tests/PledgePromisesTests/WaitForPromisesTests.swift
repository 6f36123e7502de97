import Dispatch
import Foundation
import PledgePromisesTestHelpers
import TestSupport
import Testing

import enum Pledge.UnhandledRejections

@testable import PledgePromises

/// Each test runs in a process of its own, because the promises of all tests count.
@Suite(.hangLimit)
struct WaitForPromisesTests {
  @Test func `a promise counts until it is resolved`() async {
    await #expect(processExitsWith: .success) {
      let resolved = [Promise(1), Promise(TestError.code13)]
      precondition(hasEnded())
      let promise = Promise<Int>()
      precondition(DispatchGroup.promises.wait(timeout: .now()) == .timedOut)
      let other = Promise<Int>.pending()
      precondition(!hasEnded())
      promise.fulfill(1)
      precondition(!hasEnded())
      other.reject(TestError.code13)
      precondition(hasEnded())
      withExtendedLifetime((promise, other, resolved)) {}
    }
  }

  @Test func `a promise counts until it is released`() async {
    await #expect(processExitsWith: .success) {
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

  @Test func `an enqueued handler counts`() async {
    await #expect(processExitsWith: .success) {
      let turns = Turns()
      turns.stopped {
        Promise(1).then(on: turns.queue) { $0 }
        precondition(!hasEnded())
      }
      precondition(waitForPromises(timeout: 900))
    }
  }

  @Test func `a promise that waits for a timer counts, unless it is resolved first`() async {
    await #expect(processExitsWith: .success) {
      let turns = Turns()
      let late = Promise(1).delay(on: turns.queue, 3600)
      let retried = retry(on: turns.queue, delay: 3600) {
        Promise<Int>(TestError.code13)
      }
      turns.finish()
      late.fulfill(2)
      precondition(!hasEnded())
      retried.fulfill(2)
      precondition(waitForPromises(timeout: 900))
      Promise(1).timeout(on: turns.queue, 3600)
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

  @Test func `it gives up at the timeout`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      precondition(!waitForPromises(timeout: 0.02))
      promise.fulfill(1)
    }
  }
}

private func hasEnded() -> Bool {
  waitForPromises(timeout: 0)
}
