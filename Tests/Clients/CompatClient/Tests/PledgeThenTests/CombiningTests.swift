import Foundation
import Pledge
import PledgeThen
import TestSupport
import Testing

private typealias Promise = PledgeThen.Promise

@Suite(.hangLimit) struct CombiningTests {
  let queue = DispatchQueue.marked("callbacks")

  /// Returns a promise of 2, whose start is logged.
  private func two(_ log: Log<String>) -> Promise<Int> {
    Promise { resolve, _ in
      log.add("started")
      resolve(2)
    }
  }

  @Test func `whenAll and zip start all; the values are in the order of fulfillment, or in order`()
    async throws
  {
    let (log, first, last) = (Log<String>(), Promise<Int>(), Promise<Int>())
    let second = two(log)
    let all = Promises.whenAll([first, second], callbackQueue: queue)
    #expect(log.entries == ["started"])
    let zipped = Promises.zip(last, two(log))
    #expect(log.entries == ["started", "started"])
    for promise in [first, last] { promise.fulfill(1) }
    #expect(try await all.pledge.value == [2, 1])
    let named = Promises.whenAll(first, second, callbackQueue: queue)
    #expect(try await named.pledge.value == [1, 2])
    #expect(try await zipped.pledge.value == (1, 2))
  }

  @Test func `whenAll and zip wait for all, and the last error counts`() async throws {
    let promises = [Promise<Int>(), Promise<Int>(), Promise<Int>()]
    let all = Promises.whenAll(promises, callbackQueue: queue)
    let zipped = Promises.zip(promises[0], promises[1], promises[2])
    promises[2].reject(Broken(number: 3))
    promises[0].reject(Broken(number: 1))
    queue.sync {}
    #expect(all.error == nil && zipped.error == nil)
    promises[1].fulfill(2)
    await #expect(throws: Broken(number: 1)) { try await all.pledge.value }
    await #expect(throws: Broken(number: 1)) { _ = try await zipped.pledge.value }
  }

  @Test func `whenAll without promises is empty, and of arrays is one array`() async throws {
    let none: [Promise<Int>] = []
    #expect(try await Promises.whenAll(none, callbackQueue: queue).pledge.value.isEmpty)
    let arrays = [Promise([1]), Promise([2, 3])]
    let flat: Promise<[Int]> = Promises.whenAll(arrays, callbackQueue: queue)
    #expect(try await flat.pledge.value == [1, 2, 3])
    let named: Promise<[Int]> = Promises.whenAll(arrays[0], arrays[1])
    #expect(try await named.pledge.value == [1, 2, 3])
  }

  @Test func `the outcome arrives on the given queue, asynchronously`() async throws {
    let place = queue.stopped {
      let all = Promises.whenAll([Promise(1)], callbackQueue: queue)
      #expect(all.value == nil)
      return all.then { _ in DispatchQueue.currentMark }
    }
    #expect(try await place.pledge.value == "callbacks")
  }

  @Test func `lazyWhenAll starts with the first consumer`() async throws {
    let log = Log<String>()
    let promise = Promise<[Int]> { resolve, _ in
      log.add("started")
      resolve([1])
    }
    let all: [Promise<[Int]>] = [
      Promises.lazyWhenAll([promise], callbackQueue: queue),
      Promises.lazyWhenAll(promise, callbackQueue: queue),
      Promises.lazyWhenAll([Promise(1)], callbackQueue: queue),
      Promises.lazyWhenAll(Promise(1), callbackQueue: queue),
    ]
    all[0].registerThen { _ in log.add("end") }
    #expect(log.entries.isEmpty)
    for list in all { #expect(try await list.pledge.value == [1]) }
    #expect(log.entries == ["started", "end"])
  }

  @Test func `promises of several types are zipped in these ways`() async throws {
    let one = Promise<Int>.resolve(1)
    let sums: [Promise<Int>] = [
      Promises.zip(one, Promise("2")).then { t in t.0 + t.1.count },
      Promises.zip(one, Promise("2")).then { $0.0 + $0.1.count },
      Promises.zip(one, Promise("2")).then { number, text in number + text.count },
      Promises.zip(one, one, Promise("3")).then { t in t.1 + t.2.count },
      Promises.zip(one, one, one, Promise("4")).then { t in t.2 + t.3.count },
      Promises.zip(one, one, one, one, Promise("5")).then { t in t.3 + t.4.count },
      Promises.zip(one, one, one, one, one, Promise("6")).then { t in t.4 + t.5.count },
      Promises.zip(one, one, one, one, one, one, Promise("7")).then { t in t.5 + t.6.count },
      Promises.zip(one, one, one, one, one, one, one, Promise("8"))
        .then { t in t.6 + t.7.count },
    ]
    for sum in sums { #expect(try await sum.pledgeValue == 2) }
  }

  // MARK: Broken promises count as pending

  /// Returns a promise whose callback releases its closures.
  private func broken() -> Promise<Int> { Promise { _, _ in } }

  @Test func `a run that is broken is not retried`() {
    let log = Log<String>()
    let promise = Promise<Int> { _, _ in log.add("run") }.retry(3)
    promise.start()
    #expect(promise.isPending && promise.retry(5).isPending)
    #expect(log.entries == ["run"])
  }

  @Test func `a combination stays pending if one of its promises is broken`() {
    let all = Promises.whenAll([broken(), Promise(1)], callbackQueue: queue)
    let failed = Promises.whenAll([broken(), Promise(error: Broken())], callbackQueue: queue)
    let later = Promise<Int>()
    let mixed = Promises.whenAll([broken(), later], callbackQueue: queue)
    later.reject(Broken())
    queue.finish()
    #expect(all.isPending && failed.isPending && mixed.isPending)
    let race = Promises.race(broken(), Promise(error: Broken())).then { $0 }
    #expect(race.error is Broken)
  }

  @Test func `zip stays pending if one of its promises is broken`() async {
    let zipped = Promises.zip(broken(), Promise<Int>(error: Broken()), Promise(1))
    // Ends after the work of `zip` on the main queue.
    _ = try? await Promises.zip(Promise(1), Promise(2)).pledge.value
    #expect(zipped.isPending)
  }

  @Test func `a broken promise times out`() async {
    let promise = broken().timeout(0.001)
    let errors = Log<any Error>()
    await withCheckedContinuation { continuation in
      promise.onError(errors.add).finally { continuation.resume() }
    }
    #expect(errors.entries.first as? PromiseError == .timeout)
    #expect(broken().timeout(1_000).then { $0 }.isPending)
  }

  @Test func `promises of another type whose source is gone are settled directly`() {
    let ended = Promise<Int>().onError { _ in }
    let optional = Promise<Int>().convertErrorToNil()
    let first = Promise<[Int]>().first()
    let queue = DispatchQueue(label: "settling")
    let all = Promises.whenAll([Promise<Int>()], callbackQueue: queue)
    let zipped = Promises.zip(Promise<Int>(), Promise<Int>())
    queue.sync {}
    ended.fulfill(())
    optional.fulfill(1)
    first.fulfill(2)
    all.fulfill([3])
    zipped.fulfill((4, 5))
    #expect(ended.value != nil && optional.value == 1 && first.value == 2)
    #expect(all.value == [3] && zipped.value?.1 == 5)
  }
}
