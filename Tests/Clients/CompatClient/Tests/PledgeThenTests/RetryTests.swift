import Dispatch
import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct RetryTests {
  /// Returns a promise whose work fails `times` times, with the number of the run.
  func failing(_ times: Int, _ runs: Log<Int>) -> Promise<Int> {
    Promise { resolve, reject in
      runs.add(runs.entries.count + 1)
      let run = runs.entries.count
      run > times ? resolve(run) : reject(Broken(number: run))
    }
  }

  @Test func `the work runs again until it succeeds`() {
    let runs = Log<Int>()
    let promise = failing(2, runs).retry(5)
    #expect(runs.entries.isEmpty)
    #expect(promise.then { $0 }.value == 3)
    #expect(runs.entries == [1, 2, 3])
  }

  @Test func `the work runs the given number of times, and the last error counts`() {
    let runs = Log<Int>()
    let errors = Log<String>()
    failing(9, runs).retry(3).then { _ in errors.add("value") }.onError { errors.add("\($0)") }
    #expect(runs.entries == [1, 2, 3])
    #expect(errors.entries == ["Broken(number: 3)"])
  }

  @Test func `one run does not retry`() {
    let runs = Log<Int>()
    #expect(failing(1, runs).retry(1).then { $0 }.error as? Broken == Broken(number: 1))
    #expect(runs.entries == [1])
  }

  @Test func `zero runs are an error, and start nothing`() {
    let runs = Log<Int>()
    let promise = failing(0, runs).retry(0)
    #expect(promise.error == nil)
    promise.start()
    #expect(promise.error as? PromiseError == .retryInvalidInput)
    #expect(runs.entries.isEmpty)
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

  @Test func `a late outcome of a failed run is ignored`() {
    let late = Locked<(@Sendable (Int) -> Void)?>(nil)
    let promise = Promise<Int> { resolve, reject in
      guard late.value == nil else { return resolve(2) }
      late.withLock { $0 = resolve }
      reject(Broken())
    }
    promise.retry(2).start()
    late.value?(1)
    #expect(promise.value == 2)
  }

  @Test func `a derived promise has no work to run again`() {
    let runs = Log<Int>()
    #expect(failing(1, runs).then { $0 }.retry(3).then { $0 }.error is Broken)
    #expect(runs.entries == [1])
  }

  @Test func `the block of async runs again`() async throws {
    let runs = Log<Int>()
    let isAllowed = DispatchSemaphore(value: 0)
    let promise = async { () -> Int in
      isAllowed.wait()
      runs.add(runs.entries.count + 1)
      if runs.entries.count < 3 { throw Broken() }
      return runs.entries.count
    }
    let retried = promise.retry(3)
    for _ in 0..<3 { isAllowed.signal() }
    #expect(try await retried.pledgeValue == 3)
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
