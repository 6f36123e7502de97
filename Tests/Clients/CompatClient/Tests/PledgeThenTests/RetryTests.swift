import Foundation
import Pledge
import PledgeThen
import TestSupport
import Testing

private typealias Promise = PledgeThen.Promise

@Suite(.hangLimit) struct RetryTests {
  /// Returns a promise whose work fails `times` times, with the number of the run.
  fileprivate func failing(_ times: Int, _ runs: Log<Int>) -> Promise<Int> {
    Promise { resolve, reject in
      runs.add(runs.entries.count + 1)
      let run = runs.entries.count
      run > times ? resolve(run) : reject(Broken(number: run))
    }
  }

  @Test(
    arguments: [
      (fails: 2, allowed: 5, runs: 3), (fails: 9, allowed: 3, runs: 3),
      (fails: 1, allowed: 1, runs: 1), (fails: 0, allowed: 0, runs: 0),
    ]
  )
  func `the work runs until it succeeds or as often as allowed; then the last error counts`(
    fails: Int,
    allowed: Int,
    runs number: Int
  ) {
    let runs = Log<Int>()
    let promise = failing(fails, runs).retry(UInt(allowed))
    #expect(runs.entries.isEmpty && promise.error == nil)
    promise.start()
    #expect(runs.entries == Array(1..<number + 1))
    #expect(promise.value == (number > fails ? number : nil))
    #expect(promise.error as? PromiseError == (allowed == 0 ? .retryInvalidInput : nil))
    let isRejected = allowed > 0 && number <= fails
    #expect(promise.error as? Broken == (isRejected ? Broken(number: number) : nil))
  }

  @Test func `a failed promise is retried with the remaining runs`() {
    let runs = Log<Int>()
    let promise = failing(2, runs)
    promise.start()
    #expect(promise.error is Broken)
    #expect(promise.retry(3).then { $0 }.value == 3)
    #expect(runs.entries == [1, 2, 3])
    #expect(promise.retry(1).error is Broken)
  }

  @Test func `a derived promise has no work to run again`() {
    let runs = Log<Int>()
    #expect(failing(1, runs).then { $0 }.retry(3).then { $0 }.error is Broken)
    #expect(runs.entries == [1])
  }

  @Test func `work is released when it has succeeded`() {
    let log = Log<String>()
    let promise: Promise<Int>
    do {
      let life = Life(log.note("released"))
      promise = Promise { resolve, _ in withExtendedLifetime(life) { resolve(1) } }
    }
    #expect(log.entries.isEmpty)
    promise.start()
    #expect(log.entries == ["released"])
  }
}

@Suite(.hangLimit) struct TimeTests {
  @Test func `delay delays a value, on another queue, but no error`() async throws {
    let promise = Promise(1)
    #expect(promise.delay(1_000).value == nil)
    #expect(Promise<Int>(error: Broken()).delay(1_000).error is Broken)
    #expect(try await promise.delay(0.01).pledge.value == 1)
    #expect(try await promise.delay(0).pledge.value == 1)
    #expect(try await promise.delay(-1).then { _ in Thread.isMainThread }.pledge.value == false)
  }

  @Test func `delay returns to the operation queue of the value`() async throws {
    let operations = OperationQueue()
    let promise = Promise<Int>()
    let isThere = promise.delay(0.01).then { _ in OperationQueue.current === operations }
    operations.addOperation { promise.fulfill(1) }
    #expect(try await isThere.pledge.value)
  }

  @Test func `a standalone delay starts with the first consumer`() async throws {
    let delay = Promises.delay(0)
    #expect(delay.state.isDormant)
    try await delay.pledge.value
    #expect(delay.value != nil)
  }

  @Test func `timeout rejects after the limit, and passes an outcome within it`() async {
    let pending = Promise<Int>()
    await #expect(throws: PromiseError.timeout) { try await pending.timeout(0.01).pledge.value }
    #expect(pending.error == nil)
    await #expect(throws: PromiseError.timeout) { try await pending.timeout(0).pledge.value }
    #expect(Promise.resolve(1).timeout(1_000).then { $0 }.value == 1)
    #expect(Promise<Int>(error: Broken()).timeout(.infinity).then { $0 }.error is Broken)
  }
}

@Suite(.hangLimit) struct LimitTests {
  @Test func `an unstarted chain of 20,000 promises is released on a small stack`() async {
    let log = Log<String>()
    await onSmallStack {
      let life = Life(log.note("released"))
      var last = Promise<Int> { _, _ in withExtendedLifetime(life) {} }
      for _ in 0..<20_000 { last = last.registerThen { $0 + 1 } }
    }
    #expect(log.entries == ["released"])
  }

  @Test func `20,000 runs that fail end on a small stack`() async {
    let runs = Locked(0)
    await onSmallStack {
      Promise<Int> { _, reject in
        runs.withLock { $0 += 1 }
        reject(Broken())
      }.retry(20_000).start()
    }
    #expect(runs.value == 20_000)
  }

  @Test func `threads that start, settle and register concurrently agree on one outcome`() async {
    for _ in 0..<100 {
      let log = Log<Int>()
      let starts = Log<String>()
      let promise = Promise<Int> { resolve, _ in
        starts.add("start")
        resolve(9)
      }
      await onThreads(4) { number in
        for _ in 0..<5 { promise.registerThen { log.add($0) } }
        number % 2 == 0 ? promise.start() : promise.fulfill(number)
        for _ in 0..<5 { promise.finally { log.add(promise.value ?? -1) } }
      }
      #expect(log.entries.count == 40)
      #expect(Set(log.entries).count == 1)
      #expect(starts.entries.count <= 1)
    }
  }
}
