import Foundation
import Pledge
import PledgeThen
import TestSupport
import Testing

private typealias Promise = PledgeThen.Promise

@Suite(.hangLimit) struct CombiningTests {
  let queue = DispatchQueue.marked("callbacks")

  @Test func `whenAll starts all, and has the values in the order of fulfillment`() async throws {
    let log = Log<String>()
    let first = Promise<Int>()
    let second = Promise<Int> { resolve, _ in
      log.add("started")
      resolve(2)
    }
    let all = Promises.whenAll([first, second], callbackQueue: queue)
    #expect(log.entries == ["started"])
    first.fulfill(1)
    #expect(try await all.pledge.value == [2, 1])
    #expect(try await Promises.whenAll(first, second, callbackQueue: queue).pledge.value == [1, 2])
  }

  @Test func `whenAll waits for all, and the last error counts`() async throws {
    let promises = [Promise<Int>(), Promise<Int>(), Promise<Int>()]
    let all = Promises.whenAll(promises, callbackQueue: queue)
    promises[2].reject(Broken(number: 3))
    promises[0].reject(Broken(number: 1))
    queue.sync {}
    #expect(all.error == nil)
    promises[1].fulfill(2)
    await #expect(throws: Broken(number: 1)) { try await all.pledge.value }
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

  @Test func `the default queue is the caller's, or the main queue`() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let promise = Promise<Int>()
    let isMain = Promises.whenAll([promise])
      .then { _ in DispatchQueue.getSpecific(key: key) ?? false }
    promise.fulfill(1)
    #expect(try await isMain.pledge.value)
    let operations = OperationQueue()
    let isThere = Promise<Bool> { resolve, _ in
      operations.addOperation {
        let promise = Promise<Int>()
        Promises.whenAll([promise]).then { _ in resolve(OperationQueue.current === operations) }
        DispatchQueue.global().async { promise.fulfill(1) }
      }
    }
    #expect(try await isThere.pledge.value)
  }

  @Test func `lazyWhenAll starts with the first consumer`() async throws {
    let log = Log<String>()
    let promise = Promise<[Int]> { resolve, _ in
      log.add("started")
      resolve([1])
    }
    let all: Promise<[Int]> = Promises.lazyWhenAll([promise], callbackQueue: queue)
    let flat: Promise<[Int]> = Promises.lazyWhenAll(promise, callbackQueue: queue)
    let nested = Promises.lazyWhenAll([Promise(2)], callbackQueue: queue)
    let named = Promises.lazyWhenAll(Promise(2), callbackQueue: queue)
    all.registerThen { _ in log.add("end") }
    #expect(log.entries.isEmpty)
    #expect(try await all.pledge.value == [1])
    #expect(log.entries == ["started", "end"])
    #expect(try await flat.pledge.value == [1])
    #expect(try await nested.pledge.value == [2])
    #expect(try await named.pledge.value == [2])
  }

  @Test func `zip has the values in order, after a hop`() async throws {
    let first = Promise<Int>()
    let zipped = Promises.zip(first, Promise("two"))
    first.fulfill(1)
    let pair = try await zipped.pledge.value
    #expect(pair == (1, "two"))
    let eight = Promises.zip(
      Promise(1),
      Promise("2"),
      Promise(3.0),
      Promise(true),
      Promise(5),
      Promise(6),
      Promise(7),
      Promise<Character>.resolve("8")
    )
    let values = try await eight.pledge.value
    #expect(values.0 == 1 && values.1 == "2" && values.7 == "8")
  }

  @Test func `zip arrives on the caller's queue or the main queue, asynchronously`() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let last = Promise<Int>()
    let isMain = Promises.zip(Promise(1), last)
      .then { _ in DispatchQueue.getSpecific(key: key) ?? false }
    last.fulfill(2)
    #expect(try await isMain.pledge.value)
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    let isLater = Promise<Bool> { resolve, _ in
      operations.addOperation {
        let zipped = Promises.zip(Promise(1), Promise(2))
        let isHere = zipped.then { _ in OperationQueue.current === operations }
        let isPending = zipped.value == nil
        isHere.then { resolve($0 && isPending) }
      }
    }
    #expect(try await isLater.pledge.value)
  }

  @Test func `zip starts all, waits for all, and the last error counts`() async throws {
    let log = Log<String>()
    let first = Promise<Int>()
    let second = Promise<String> { _, reject in
      log.add("started")
      reject(Broken(number: 2))
    }
    let zipped = Promises.zip(first, second)
    #expect(log.entries == ["started"])
    first.reject(Broken(number: 1))
    await #expect(throws: Broken(number: 1)) { _ = try await zipped.pledge.value }
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
    let printed = Promises.zip(one, one).then { t in print(t.0, t.1) }
    try await printed.pledgeValue
  }

  @Test func `race settles like the first, and starts all when it is started`() {
    let log = Log<String>()
    let slow = Promise<Int>()
    let fast = Promise<Int> { resolve, _ in
      log.add("started")
      resolve(2)
    }
    let race = Promises.race(slow, fast)
    #expect(log.entries.isEmpty)
    #expect(race.then { $0 }.value == 2)
    slow.fulfill(1)
    #expect(race.value == 2)
    #expect(Promises.race(Promise<Int>(), Promise(error: Broken())).then { $0 }.error is Broken)
    #expect(Promises.race().then { (_: Int) in }.error is EmptyInputError)
  }
}
