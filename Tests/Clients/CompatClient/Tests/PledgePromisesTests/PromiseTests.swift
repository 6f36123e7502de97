import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

private typealias Promise = PledgePromises.Promise

@Suite(.hangLimit)
struct PromiseTests {
  let queue = DispatchQueue.marked("turns")

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

  @Test(arguments: [true, false])
  func `handlers of every kind run in the order of their registration`(_ fails: Bool) {
    let record = Log<String>()
    let promise = Promise<Int>()
    @Sendable func pass<Value>(_ value: Value, _ name: String) -> Value {
      record.add(name)
      return value
    }
    promise.always(on: queue) { record.add("always") }
    promise.then(on: queue) { _ in record.add("then") }
    promise.catch(on: queue) { _ in record.add("catch") }
    promise.validate(on: queue) { _ in pass(true, "validate") }
    promise.recover(on: queue) { _ in pass(1, "recover") }
    promise.then(on: queue) { pass(Promise($0), "then a promise") }
    promise.recover(on: queue) { _ in pass(Promise(1), "recover by a promise") }
    promise.always(on: queue) { record.add("always again") }
    if fails { promise.reject(TestError.code13) } else { promise.fulfill(1) }
    queue.finish()
    let expected =
      fails
      ? ["always", "catch", "recover", "recover by a promise", "always again"]
      : ["always", "then", "validate", "then a promise", "always again"]
    #expect(record.entries == expected)
  }

  @Test func `outcomes go through the queue, with and without a matching handler`() {
    let fine = Promise(1)
    let passed = queue.stopped {
      let passed = [
        fine.then(on: queue) { _ in isOnTurns ? 1 : 0 },
        fine.always(on: queue) { #expect(isOnTurns) },
        fine.catch(on: queue) { _ in }, fine.recover(on: queue) { _ in 2 },
        fine.validate(on: queue) { _ in true },
        Promise<Int>(TestError.code13).then(on: queue) { $0 },
      ]
      #expect(passed.allSatisfy { $0.isPending })
      return passed
    }
    queue.finish()
    #expect(passed.map(\.value) == [1, 1, 1, 1, 1, nil] && passed[5].isRejected)
  }

  @Test func `handlers of both branches keep their order in the queue`() {
    let record = Log<String>()
    queue.stopped {
      let rejected = Promise<Int>(TestError.code13)
      rejected.then(on: queue) { $0 }.catch(on: queue) { _ in record.add("passed on") }
      rejected.catch(on: queue) { _ in record.add("direct") }
    }
    queue.finish()
    #expect(record.entries == ["direct", "passed on"])
  }

  @Test func `an error that is the value of a Pledge future rejects`() {
    let error = Promise(pledge: Pledge.Promise<TestError>(value: .code13))
    #expect(error.error as? TestError == .code13)
  }

  // MARK: Creating

  @Test func `work runs asynchronously, on its queue`() {
    let promises = queue.stopped {
      let promises: [Promise<Bool>] = [
        Promise(on: queue) { fulfill, _ in fulfill(isOnTurns) },
        Promise(on: queue) { isOnTurns },
        wrap(on: queue) { (done: @Sendable (Bool) -> Void) in done(isOnTurns) },
      ]
      #expect(promises.allSatisfy { $0.isPending })
      return promises
    }
    queue.finish()
    #expect(promises.map(\.value) == [true, true, true])
  }

  @Test func `the first of fulfilling, rejecting, and throwing counts`() {
    let fulfilled = Promise<Int>(on: queue) { fulfill, reject in
      fulfill(1)
      fulfill(2)
      reject(TestError.code13)
      throw TestError.code42
    }
    let rejected = Promise<Int>(on: queue) { fulfill, reject in
      reject(TestError.code13)
      fulfill(1)
      throw TestError.code42
    }
    let thrown = [
      Promise<Int>(on: queue) { _, _ in throw TestError.code42 },
      Promise<Int>(on: queue) { throw TestError.code42 },
      Promise<Int>(on: queue) { () throws -> Promise<Int> in throw TestError.code42 },
    ]
    queue.finish()
    #expect(fulfilled.value == 1 && rejected.error as? TestError == .code13)
    #expect(thrown.allSatisfy { $0.error as? TestError == .code42 })
  }

  @Test func `work with a promise is followed`() {
    let inner = Promise<Int>()
    let outer = Promise<Int>(on: queue) { inner }
    let rejected = Promise<Int>(on: queue) { Promise<Int>(TestError.code13) }
    queue.finish()
    #expect(outer.isPending && rejected.error as? TestError == .code13)
    inner.fulfill(42)
    #expect(outer.value == 42)
  }

  @Test func `work also runs for a promise that was resolved directly before`() {
    let record = Log<Bool>()
    let promises = queue.stopped {
      let promises = [
        Promise<Int>(on: queue) { fulfill, _ in
          record.mark()
          fulfill(1)
        },
        Promise<Int>(on: queue) { () -> Int in
          record.mark()
          return 1
        },
      ]
      for promise in promises { promise.fulfill(42) }
      return promises
    }
    queue.finish()
    #expect(record.count == 2 && promises.map(\.value) == [42, 42])
  }

  @Test func `a promise whose two functions are released stays pending`() {
    let record = Log<String>()
    let held = Promise<Int>(on: queue) { _, _ in }
    let wrapped = wrap(on: queue) { (_: @Sendable (Int) -> Void) in }
    let handled = [held, wrapped].map { promise in
      promise.always(on: queue) { record.add("always") }
    }
    queue.finish()
    #expect((handled + [held, wrapped]).allSatisfy { $0.isPending } && record.entries.isEmpty)
    for promise in [held, wrapped] { promise.fulfill(1) }
    queue.finish()
    #expect(handled.map(\.value) == [1, 1])
  }

  // MARK: Several threads

  @Test func `a promise that is resolved directly and by its source has one outcome`() async {
    for _ in 0..<200 {
      let queue = DispatchQueue.marked("turns")
      let source = Promise<Int>()
      let stage = source.then(on: queue) { $0 }
      let handled = Log<Int>()
      stage.then(on: queue) { handled.add($0) }
      await onThreads(2) { thread in
        if thread == 0 { source.fulfill(1) } else { stage.fulfill(2) }
      }
      queue.finish()
      #expect(handled.entries.count == 1 && handled.entries.first == stage.value)
    }
  }

  @Test func `handlers run in order even if another thread resolves in between`() async {
    for round in 0..<2000 {
      let queue = DispatchQueue.marked("turns")
      let handled = Log<Int>()
      let promise = Promise<Int>()
      await onThreads(2) { thread in
        guard thread == 0 else { return promise.fulfill(1) }
        for _ in 0..<round % 20 { _ = promise.isPending }
        for number in 0..<6 {
          if number.isMultiple(of: 2) {
            promise.always(on: queue) { handled.add(number) }
          } else {
            promise.then(on: queue) { _ in handled.add(number) }
          }
        }
      }
      queue.finish()
      #expect(handled.entries == Array(0..<6))
    }
  }
}
