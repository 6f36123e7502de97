import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

import class Pledge.Promise

@testable import PledgePromises

private typealias Promise = PledgePromises.Promise

/// Delays that have to elapse last a millisecond; delays that must not elapse last an hour.
@Suite(.hangLimit)
struct OperatorTests {
  typealias Failure = TestError
  let failed = Promise<Int>(Failure.code13)
  let record = Log<Int>()
  let hour = 3600.0
  let queue = DispatchQueue.marked("turns")

  @Test func `validate rejects an invalid value`() async throws {
    #expect(try await Promise(42).validate { $0 > 0 }.get() == 42)
    let refused = Promise(42).validate { $0 < 0 }
    #expect(await refused.failure() as? PromiseError == .validationFailure)
    #expect(await failed.validate { _ in false }.failure() as? Failure == .code13)
  }

  @Test func `reduce runs on its queue and ends with the first error`() {
    let sum = Promise(0).reduce(on: queue, [1, 2, 3]) { [record] sum, number in
      #expect(isOnTurns)
      record.add(number)
      return number == 2 ? Promise(Failure.code13) : Promise(sum + number)
    }
    queue.finish()
    #expect(sum.error as? Failure == .code13)
    #expect(record.entries == [1, 2])
  }

  @Test(arguments: [0.001, 0, -.infinity, .nan])
  func `delay passes on a value later, and an error immediately`(_ delay: Double) async throws {
    #expect(try await Promise(42).delay(delay).get() == 42)
    #expect(await failed.delay(hour).failure() as? Failure == .code13)
  }

  @Test func `delay holds a value back, unless the promise is resolved directly first`() {
    let late = [hour, .infinity].map { Promise(42).delay(on: queue, $0) }
    queue.finish()
    #expect(late.map(\.isPending) == [true, true])
    late[0].reject(Failure.code13)
    late[1].fulfill(0)
    #expect(late[0].error as? Failure == .code13 && late[1].value == 0)
  }

  @Test func `timeout rejects after the limit, and the work and its stages continue`() async throws
  {
    let slow = Promise<Int>()
    let work = slow.then { record.add($0) }
    #expect(await slow.timeout(0.001).failure() as? PromiseError == .timedOut)
    #expect(await work.timeout(0.001).failure() as? PromiseError == .timedOut)
    #expect(slow.isPending && work.isPending)
    slow.fulfill(42)
    #expect(try await work.get() == 42)
    #expect(record.entries == [42])
  }

  @Test func `a retained promise is rejected by its timeout even if its source is broken`() async {
    let limited = Promise<Int>.pending().timeout(on: queue, 0.001)
    let handled = limited.catch(on: queue) { [record] _ in record.add(1) }
    #expect(await handled.failure() as? PromiseError == .timedOut)
    #expect(record.entries == [1])
    let kept = Promise<Int>.pending().timeout(on: queue, hour)
    #expect(kept.isPending)
    kept.fulfill(42)
    #expect(kept.value == 42)
    withExtendedLifetime(limited) {}
  }

  @Test(
    arguments: [
      (attempts: 3, fails: 9, calls: 4), (attempts: 5, fails: 2, calls: 3),
      (attempts: 0, fails: 9, calls: 1), (attempts: -1, fails: 9, calls: 1),
    ]
  )
  func `retry makes as many attempts as allowed, until the first value`(
    attempts: Int,
    fails: Int,
    calls: Int
  ) async {
    let promise = retry(attempts: attempts, delay: 0.001) { [record] () -> Promise<Int> in
      record.add(record.entries.count)
      if record.entries.count == 1 { throw Failure.code13 }
      return record.entries.count > fails ? Promise(42) : Promise(Failure.code13)
    }
    #expect(await promise.failure() as? Failure == (calls > fails ? nil : .code13))
    #expect(record.entries.count == calls && promise.value == (calls > fails ? 42 : nil))
  }

  @Test func `the default is one retry, after a second`() async {
    let begin = ContinuousClock.now
    let late = retry { [record] () -> Promise<Int> in
      record.add(0)
      return Promise(Failure.code13)
    }
    #expect(await late.failure() as? Failure == .code13)
    #expect(record.entries.count == 2)
    #expect(ContinuousClock.now - begin >= .seconds(1))
  }

  @Test(arguments: [1, 5])
  func `the condition receives the number of remaining retries, and decides`(_ attempts: Int) async
  {
    // The call style of client code.
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let promise = retry(
      attempts: attempts,
      delay: 0,
      condition: { [record] left, error in
        record.add(left)
        return left != 3 && error as? Failure == .code42
      }
    ) { Promise<Int>(Failure.code42) }
    #expect(await promise.failure() as? Failure == .code42)
    #expect(record.entries == (attempts == 1 ? [1] : [5, 4, 3]))
  }

  @Test func `the first attempt is made by the call, the others run on the queue`() {
    let places = Log<Bool>()
    let promise = queue.stopped {
      let promise = retry(on: queue, attempts: 2, delay: 0) { () -> Promise<Int> in
        places.add(isOnTurns)
        return Promise(Failure.code13)
      }
      #expect(places.entries == [false])
      return promise
    }
    queue.finish(8)
    #expect(promise.isRejected && places.entries == [false, true, true])
  }
}

/// A promise that is referenced only weakly lives until its source is resolved, and no longer.
@Suite(.hangLimit)
struct LifetimeTests {
  let queue = DispatchQueue.marked("turns")

  @Test func `a promise created with work is retained until it is resolved`() {
    weak var calling: Promise<Int>?
    weak var returning: Promise<Int>?
    weak var following: Promise<Int>?
    let inner = Promise<Int>()
    queue.stopped {
      calling = made { Promise<Int>(on: queue) { fulfill, _ in fulfill(1) } }
      returning = made { Promise<Int>(on: queue) { 1 } }
      following = made { Promise<Int>(on: queue) { inner } }
      #expect(calling != nil && returning != nil)
    }
    queue.finish()
    #expect(calling == nil && returning == nil && following != nil)
    inner.fulfill(1)
    #expect(following == nil)
  }

  @Test func `a promise that is resolved directly is released immediately`() {
    let source = Promise<Int>()
    weak var kept: Promise<Int>?
    kept = source.then(on: queue) { $0 }
    kept?.reject(TestError.code13)
    #expect(kept == nil && source.isPending)
  }

  @Test func `a timeout without references breaks with its source, and its timer retains nothing`()
  {
    let record = Log<String>()
    weak var kept: Promise<Int>?
    var source: Promise<Int>? = Promise()
    kept = source?.timeout(on: queue, 3600)
    let handled = kept?.catch(on: queue) { _ in record.add("catch") }
    #expect(kept != nil)
    source = nil
    #expect(kept == nil)
    queue.finish()
    #expect(handled?.isPending == true && record.entries.isEmpty)
  }

  @Test func `a promise for a Pledge future lives until the future is settled`() {
    let root = Pledge.Promise<Int>()
    weak var kept: Promise<Int>?
    kept = made { Promise(pledge: root) }
    #expect(kept != nil)
    root.resolve(1)
    #expect(kept == nil)
  }
}
