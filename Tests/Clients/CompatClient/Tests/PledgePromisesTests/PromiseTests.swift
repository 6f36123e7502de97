import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.timeLimit(.minutes(60)))
struct PromiseTests {
  @Test func `a promise is pending until it is fulfilled`() {
    let promise = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isFulfilled && !promise.isRejected)
    promise.fulfill(42)
    #expect(promise.isFulfilled && !promise.isPending && !promise.isRejected)
    #expect(promise.value == 42 && promise.error == nil)
  }

  @Test func `a promise is pending until it is rejected`() {
    let promise = Promise<Int>()
    promise.reject(TestError.code13)
    #expect(promise.isRejected && !promise.isPending && !promise.isFulfilled)
    #expect(promise.value == nil && promise.error as? TestError == .code13)
  }

  @Test func `the first resolution counts`() {
    let promise = Promise<Int>()
    promise.fulfill(1)
    promise.fulfill(2)
    promise.reject(TestError.code13)
    #expect(promise.value == 1 && promise.error == nil)
    let rejected = Promise<Int>(TestError.code42)
    rejected.fulfill(1)
    #expect(rejected.error as? TestError == .code42)
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

  @Test func `handlers run in the order of their registration`() {
    let turns = Turns()
    let record = Log<Int>()
    let promise = Promise<Int>()
    for number in 0..<100 {
      if number == 50 { promise.fulfill(0) }
      promise.then(on: turns.queue) { _ in record.add(number) }
    }
    turns.finish()
    #expect(record.entries == Array(0..<100))
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
