import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct LazinessTests {
  /// Returns a promise whose work is logged and succeeds immediately.
  func work(_ log: Log<String>, _ name: String = "work") -> Promise<Int> {
    Promise { resolve, _ in
      log.add(name)
      resolve(1)
    }
  }

  @Test func `a promise with a callback is dormant until it is started, and runs once`() {
    let log = Log<String>()
    let promise = work(log)
    #expect(promise.state.isDormant)
    #expect(promise.value == nil)
    promise.start()
    promise.start()
    #expect(log.entries == ["work"])
    #expect(promise.value == 1)
  }

  @Test func `then, onError, finally and progress start the head of the chain`() {
    let log = Log<String>()
    work(log, "then").registerThen { $0 }.then { _ in }
    work(log, "then promise").registerThen { $0 }.then { _ in Promise(1) }
    work(log, "then one").registerThen { $0 }.then(Promise(1))
    work(log, "onError").registerThen { $0 }.onError { _ in }
    work(log, "finally").registerThen { $0 }.finally {}
    work(log, "progress").registerThen { $0 }.progress { _ in }
    work(log, "start").registerThen { $0 }.start()
    let all = ["then", "then promise", "then one", "onError", "finally", "progress", "start"]
    #expect(log.entries == all)
  }

  @Test func `registering starts nothing`() {
    let log = Log<String>()
    let promise = work(log)
    promise.registerThen { _ in log.add("registerThen") }
    promise.registerThen { _ in Promise(1) }
    promise.registerThen(Promise(1))
    promise.registerOnError { _ in }
    promise.registerFinally(log.note("registerFinally"))
    promise.validate { _ in true }
    _ = promise.chain { _ in }.delay(0).retry(2).noMatterWhat {}.convertErrorToNil()
    _ = promise.recover(with: 1).recover(with: Promise(1)).recover { _ in 1 }
    _ = promise.bridgeError(to: Broken()).bridgeError { throw $0 }
    _ = promise.recover(Broken(), with: 1).recover { _ in Promise(1) }
    _ = promise.bridgeError(Broken(), to: Broken()).registerThen { _ in unwrap(Int?.none) }
    _ = promise.timeout(60)
    _ = Promises.race(promise, promise)
    _ = Promises.lazyWhenAll(promise)
    #expect(log.entries.isEmpty)
    promise.start()
    #expect(log.entries == ["work", "registerThen", "registerFinally"])
  }

  @Test func `chains made by functions run in the order in which they are started`() {
    let log = Log<String>()
    let first = work(log, "first").registerThen { _ in log.add("after first") }
    let second = work(log, "second").registerThen { _ in log.add("after second") }
    second.then { log.add("end of second") }
    first.then { log.add("end of first") }
    #expect(
      log.entries == [
        "second", "after second", "end of second", "first", "after first", "end of first",
      ]
    )
  }

  @Test func `the callback runs once for several blocks`() {
    let log = Log<String>()
    let promise = work(log)
    promise.then { _ in log.add("one") }
    promise.then { _ in log.add("two") }
    promise.finally(log.note("end"))
    #expect(log.entries == ["work", "one", "two", "end"])
  }

  @Test func `then registers a block for a value before the start, one for a promise after it`() {
    let log = Log<String>()
    let own = Locked<Promise<Int>?>(nil)
    let make = {
      let promise = Promise<Int> { resolve, _ in
        own.value?.registerThen { _ in log.add("within the start") }
        resolve(1)
      }
      own.withLock { $0 = promise }
      return promise
    }
    make().then { _ in log.add("value") }
    #expect(log.entries == ["value", "within the start"])
    make().then { _ in
      log.add("promise")
      return Promise(1)
    }
    #expect(log.entries.suffix(2) == ["within the start", "promise"])
    own.withLock { $0 = nil }
  }

  @Test func `resolve and reject make dormant promises`() {
    let log = Log<String>()
    let resolved = Promise<Int>.resolve(1)
    let rejected = Promise<Int>.reject()
    resolved.registerThen { _ in log.add("resolved") }
    rejected.registerOnError { error in log.add("\(error)") }
    #expect(resolved.value == nil)
    #expect(rejected.error == nil)
    #expect(log.entries.isEmpty)
    resolved.start()
    rejected.start()
    #expect(log.entries == ["resolved", "default"])
    #expect(resolved.value == 1)
    Promise<Void>.resolve().then(log.note("void"))
    #expect(log.entries.last == "void")
  }

  @Test func `a promise that is created settled runs blocks synchronously`() {
    let log = Log<String>()
    Promise(1).registerThen { log.add("\($0)") }
    Promise<Int>(error: Broken(number: 2)).registerOnError { log.add("\($0)") }
    #expect(log.entries == ["1", "Broken(number: 2)"])
  }

  @Test func `unwrap is dormant`() {
    let none = unwrap(Int?.none)
    #expect(none.error == nil)
    none.start()
    #expect(none.error as? PromiseError == .unwrappingFailed)
    #expect(unwrap(Int?.some(3)).then { $0 }.value == 3)
  }

  @Test func `a promise that is settled directly cannot be started`() {
    let log = Log<String>()
    let promise = work(log)
    promise.fulfill(7)
    promise.then { log.add("\($0)") }
    #expect(log.entries == ["7"])
  }
}
