import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct CreatingTests {
  typealias Failure = TestError

  @Test func `work with two functions runs asynchronously, on its queue`() {
    let turns = Turns()
    let promise = turns.stopped {
      let promise = Promise<Bool>(on: turns.queue) { fulfill, _ in fulfill(turns.areHere) }
      #expect(promise.isPending)
      return promise
    }
    turns.finish()
    #expect(promise.value == true)
  }

  @Test func `the first of fulfilling, rejecting, and throwing counts`() {
    let turns = Turns()
    let fulfilled = Promise<Int>(on: turns.queue) { fulfill, reject in
      fulfill(1)
      fulfill(2)
      reject(Failure.code13)
      throw Failure.code42
    }
    let rejected = Promise<Int>(on: turns.queue) { fulfill, reject in
      reject(Failure.code13)
      fulfill(1)
      throw Failure.code42
    }
    let thrown = Promise<Int>(on: turns.queue) { _, _ in throw Failure.code42 }
    turns.finish()
    #expect(fulfilled.value == 1)
    #expect(rejected.error as? Failure == .code13)
    #expect(thrown.error as? Failure == .code42)
  }

  @Test func `the two functions may be called later, on any thread`() async throws {
    let promise = Promise<Int> { fulfill, _ in
      DispatchQueue.global().async { fulfill(42) }
    }
    #expect(try await promise.get() == 42)
  }

  @Test func `work with a result runs asynchronously, on its queue`() {
    let turns = Turns()
    let promise = turns.stopped {
      let promise = Promise<Bool>(on: turns.queue) { turns.areHere }
      #expect(promise.isPending)
      return promise
    }
    turns.finish()
    #expect(promise.value == true)
    let thrown = Promise<Int>(on: turns.queue) { throw Failure.code42 }
    turns.finish()
    #expect(thrown.error as? Failure == .code42)
  }

  @Test func `work with a promise is followed`() {
    let turns = Turns()
    let inner = Promise<Int>()
    let outer = Promise<Int>(on: turns.queue) { inner }
    let rejected = Promise<Int>(on: turns.queue) { Promise<Int>(Failure.code13) }
    let thrown = Promise<Int>(on: turns.queue) { () throws -> Promise<Int> in throw Failure.code42 }
    turns.finish()
    #expect(outer.isPending)
    #expect(rejected.error as? Failure == .code13)
    #expect(thrown.error as? Failure == .code42)
    inner.fulfill(42)
    #expect(outer.value == 42)
  }

  @Test func `work also runs for a promise that was resolved directly before`() {
    let turns = Turns()
    let record = Log<Bool>()
    let promises = turns.stopped {
      let promises = [
        Promise<Int>(on: turns.queue) { fulfill, _ in
          record.mark()
          fulfill(1)
        },
        Promise<Int>(on: turns.queue) { () -> Int in
          record.mark()
          return 1
        },
      ]
      for promise in promises { promise.fulfill(42) }
      return promises
    }
    turns.finish()
    #expect(record.count == 2)
    #expect(promises.map(\.value) == [42, 42])
  }
}
