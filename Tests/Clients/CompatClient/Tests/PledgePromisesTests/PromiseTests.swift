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
    promise.always(on: queue) { record.add("always") }
    promise.then(on: queue) { _ in record.add("then") }
    promise.catch(on: queue) { _ in record.add("catch") }
    promise.validate(on: queue) { _ in record.pass(true, "validate") }
    promise.recover(on: queue) { _ in record.pass(1, "recover") }
    promise.then(on: queue) { record.pass(Promise($0), "then a promise") }
    promise.recover(on: queue) { _ in record.pass(Promise(1), "recover by a promise") }
    promise.always(on: queue) { record.add("always again") }
    if fails { promise.reject(TestError.code13) } else { promise.fulfill(1) }
    queue.finish()
    let expected =
      fails
      ? ["always", "catch", "recover", "recover by a promise", "always again"]
      : ["always", "then", "validate", "then a promise", "always again"]
    #expect(record.entries == expected)
  }

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

  @Test func `an error that work throws rejects, unless the work has fulfilled before`() {
    let fulfilled = Promise<Int>(on: queue) { fulfill, _ in
      fulfill(1)
      throw TestError.code42
    }
    let thrown = [
      Promise<Int>(on: queue) { _, _ in throw TestError.code42 },
      Promise<Int>(on: queue) { throw TestError.code42 },
      Promise<Int>(on: queue) { () throws -> Promise<Int> in throw TestError.code42 },
    ]
    queue.finish()
    #expect(fulfilled.value == 1 && thrown.allSatisfy { $0.error as? TestError == .code42 })
  }

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
}

/// Serialized, because the queue is a global setting.
///
/// Other tests do not depend on it.
@Suite(.serialized, .hangLimit)
struct DefaultQueueTests {
  @Test
  func `the default queue is the main queue unless another is set when an operator is called`()
    async throws
  {
    let queue = DispatchQueue.marked("turns")
    let promise = Promise<Int>()
    let before = promise.then { _ in isMainQueue() }
    DispatchQueue.promises = queue
    let during = promise.then { _ in isOnTurns }
    DispatchQueue.promises = .main
    let after = promise.then { _ in isMainQueue() }
    promise.fulfill(1)
    let places = try await [before.get(), during.get(), after.get()]
    #expect(places == [true, true, true])
  }

  @Test func `everything without a queue is on the default one`() async {
    let queue = DispatchQueue.marked("turns")
    DispatchQueue.promises = queue
    defer { DispatchQueue.promises = .main }
    let source = Promise(1)
    let failed = Promise<Int>(Broken())
    queue.suspend()
    let numbers: [Promise<Int>] = [
      Promise<Int> { fulfill, _ in fulfill(1) },
      Promise<Int> { 1 },
      Promise<Int> { source },
      wrap { (done: @Sendable (Int) -> Void) in done(1) },
      source.then { $0 },
      source.then { Promise($0) },
      source.then { _ in },
      source.catch { _ in },
      source.always {},
      failed.recover { _ in 1 },
      failed.recover { _ in Promise(1) },
      failed.delay(0),
      source.timeout(3600),
      source.validate { _ in true },
      source.reduce(1) { Promise($0 + $1) },
      source.reduce([1]) { Promise($0 + $1) },
      race(source, source),
      race([source]),
      retry { source },
    ]
    let lists: [Promise<[Int]>] = [all(source, source, source), all([source])]
    let maybes: [Promise<[Maybe<Int>]>] = [any(source, source, source), any([source])]
    for _ in 0..<4 { await MainActor.run {} }
    #expect(numbers.allSatisfy { $0.isPending })
    #expect(lists.allSatisfy { $0.isPending } && maybes.allSatisfy { $0.isPending })
    queue.resume()
    queue.finish()
    #expect(!numbers.contains { $0.isPending })
    #expect(lists.allSatisfy { $0.isFulfilled } && maybes.allSatisfy { $0.isFulfilled })
  }

  @Test func `the default queue may be set and read from any thread`() {
    let queues = (0..<4).map { DispatchQueue(label: "\($0)") }
    DispatchQueue.concurrentPerform(iterations: 1000) { number in
      if number.isMultiple(of: 2) { DispatchQueue.promises = queues[number % 4] }
      #expect(!DispatchQueue.promises.label.isEmpty)
    }
    DispatchQueue.promises = .main
  }
}

private func isMainQueue() -> Bool {
  dispatchPrecondition(condition: .onQueue(.main))
  return true
}
