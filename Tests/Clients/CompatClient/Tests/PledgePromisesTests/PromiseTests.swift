import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct PromiseTests {
  @Test(arguments: [true, false])
  func `a promise is in one of three states`(_ fails: Bool) {
    let promise = Promise<Int>()
    #expect(promise.isPending && !promise.isFulfilled && !promise.isRejected)
    if fails { promise.reject(TestError.code13) } else { promise.fulfill(42) }
    #expect(!promise.isPending && promise.isFulfilled != fails && promise.isRejected == fails)
  }

  @Test func `a given value or thrown error is available immediately`() throws {
    func answer(_ fails: Bool) throws -> Int {
      if fails { throw TestError.code13 }
      return 42
    }
    #expect(Promise(try answer(false)).value == 42)
    #expect(Promise(try answer(true)).error as? TestError == .code13)
  }

  @Test func `a description has the state and its content`() {
    #expect("\(Promise<Int>())" == "Pending: Int")
    #expect("\(Promise(42))" == "Fulfilled: 42")
    #expect("\(Promise("a\u{1B}"))" == #"Fulfilled: a\u{1B}"#)
    #expect("\(Promise<Int?>(nil as Int?))" == "Fulfilled: nil")
    #expect("\(Promise<Int>(TestError.code13))" == "Rejected: code13")
  }

  @Test func `a handler runs asynchronously, even on a resolved promise`() {
    let turns = Turns()
    let record = Log<Int>()
    turns.stopped {
      Promise(1).then(on: turns.queue) { record.add($0) }
      #expect(record.entries.isEmpty)
    }
    turns.finish()
    #expect(record.entries == [1])
  }

  @Test(arguments: [true, false])
  func `handlers of every kind run in the order of their registration`(_ fails: Bool) {
    let turns = Turns()
    let record = Log<String>()
    let queue = turns.queue
    let promise = Promise<Int>()
    promise.always(on: queue) { record.add("always") }
    promise.then(on: queue) { _ in record.add("then") }
    promise.catch(on: queue) { _ in record.add("catch") }
    promise.validate(on: queue) { _ in
      record.add("validate")
      return true
    }
    promise.recover(on: queue) { _ -> Int in
      record.add("recover")
      return 1
    }
    promise.then(on: queue) { value -> Promise<Int> in
      record.add("then a promise")
      return Promise(value)
    }
    promise.recover(on: queue) { _ -> Promise<Int> in
      record.add("recover by a promise")
      return Promise(1)
    }
    promise.always(on: queue) { record.add("always again") }
    if fails { promise.reject(TestError.code13) } else { promise.fulfill(1) }
    turns.finish()
    let expected =
      fails
      ? ["always", "catch", "recover", "recover by a promise", "always again"]
      : ["always", "then", "validate", "then a promise", "always again"]
    #expect(record.entries == expected)
  }

  @Test func `handlers run on the queue they name, wherever the promise is resolved`() {
    let turns = Turns()
    let record = Log<Bool>()
    let promise = Promise<Int>()
    promise.then(on: turns.queue) { _ in record.add(turns.areHere) }
      .catch(on: turns.queue) { _ in record.add(false) }
      .always(on: turns.queue) { record.add(turns.areHere) }
    promise.fulfill(1)
    turns.finish()
    #expect(record.entries == [true, true])
  }

  @Test func `a rejection that passes goes through the queue as well`() {
    let turns = Turns()
    let rejected = Promise<Int>(TestError.code13)
    let passed = turns.stopped {
      let passed = rejected.then(on: turns.queue) { $0 }
      #expect(passed.isPending)
      return passed
    }
    turns.finish()
    #expect(passed.isRejected)
  }

  @Test func `a value that passes goes through the queue as well`() {
    let turns = Turns()
    let passed = turns.stopped {
      let passed = [
        Promise(1).catch(on: turns.queue) { _ in },
        Promise(1).recover(on: turns.queue) { _ in 2 },
        Promise(1).validate(on: turns.queue) { _ in true },
      ]
      #expect(passed.map(\.isPending) == [true, true, true])
      return passed
    }
    turns.finish()
    #expect(passed.map(\.value) == [1, 1, 1])
  }

  @Test func `handlers of both branches keep their order in the queue`() {
    let turns = Turns()
    let record = Log<String>()
    turns.stopped {
      let rejected = Promise<Int>(TestError.code13)
      rejected.then(on: turns.queue) { $0 }.catch(on: turns.queue) { _ in record.add("passed on") }
      rejected.catch(on: turns.queue) { _ in record.add("direct") }
    }
    turns.finish()
    #expect(record.entries == ["direct", "passed on"])
  }
}
