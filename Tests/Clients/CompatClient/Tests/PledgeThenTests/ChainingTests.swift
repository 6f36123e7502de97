import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct ChainingTests {
  @Test func `chain and noMatterWhat keep the outcome`() {
    let log = Log<String>()
    #expect(Promise(1).chain { log.add("\($0)") }.then { $0 + 1 }.value == 2)
    #expect(Promise(1).noMatterWhat(log.note("value")).value == 1)
    #expect(Promise<Int>(error: Broken()).noMatterWhat(log.note("error")).error is Broken)
    #expect(log.entries == ["1", "value", "error"])
  }

  @Test func `validate rejects invalid values`() {
    #expect(Promise(3).validate { $0 > 2 }.value == 3)
    #expect(Promise(1).validate { $0 > 2 }.error as? PromiseError == .validationFailed)
    #expect(Promise(1).validate(withError: Broken()) { $0 > 2 }.error is Broken)
  }

  @Test func `first and last select an element, and start`() {
    let none = Promise<[Int]>.resolve([])
    #expect(Promise.resolve([1, 2]).first().value == 1)
    #expect(Promise.resolve([1, 2]).last().value == 2)
    for promise in [none.first(), none.last()] {
      #expect(promise.error as? PromiseError == .unwrappingFailed)
    }
  }
}

@Suite(.hangLimit) struct SettlingTests {
  @Test func `the state describes the promise`() {
    let promise = Promise<Int> { _, _, _ in }
    #expect(promise.state.isDormant)
    let reports = Locked<(@Sendable (Float) -> Void, @Sendable (Int) -> Void)?>(nil)
    let held = Promise<Int> { resolve, _, progress in
      progress(0.25)
      reports.withLock { $0 = (progress, resolve) }
    }
    held.start()
    if case .pending(progress: 0.25) = held.state {} else { Issue.record("\(held.state)") }
    reports.value?.1(4)
    if case .fulfilled(value: 4) = held.state {} else { Issue.record("\(held.state)") }
    let failed = Promise<Int>(error: Broken())
    if case .rejected(is Broken) = failed.state {} else { Issue.record("\(failed.state)") }
    let rejected = Promise<Int> { _, reject, _ in reject(Broken()) }
    rejected.start()
    #expect(rejected.error is Broken)
    let open = Promise<Int>()
    if case .pending(progress: 0) = open.state {} else { Issue.record("\(open.state)") }
  }

  @Test(arguments: [false, true])
  func `blocks for the outcome run first, in order, and then those for the end`(fails: Bool) {
    let (log, promise) = (Log<String>(), Promise<Int>())
    promise.finally(log.note("first end"))
    promise.then { _ in log.add("first value") }
    promise.registerOnError { _ in log.add("first error") }
    promise.registerFinally(log.note("second end"))
    promise.registerThen { _ in log.add("second value") }
    promise.onError { _ in log.add("second error") }
    if fails { promise.reject(Broken()) } else { promise.fulfill(1) }
    let outcome = fails ? "error" : "value"
    #expect(log.entries == ["first \(outcome)", "second \(outcome)", "first end", "second end"])
    promise.finally(log.note("late end"))
    #expect(log.entries.last == "late end")
  }

  @Test func `a void promise resolves without a value`() {
    let log = Log<String>()
    EmptyPromise { resolve, _ in resolve() }.then(log.note("two"))
    Promise<Void> { (resolve: @escaping (() -> Void), _, _) in resolve() }.then(log.note("three"))
    AsyncTask(callback2: { resolve, _, progress in
      progress(0.5)
      resolve()
    }).then(log.note("callback2"))
    #expect(log.entries == ["two", "three", "callback2"])
  }
}

@Suite(.hangLimit) struct ProgressTests {
  /// Returns a promise, and the functions that report progress and settle it once it has been
  /// started.
  func held() -> (Promise<Int>, Locked<(@Sendable (Float) -> Void, @Sendable (Int) -> Void)?>) {
    let hold = Locked<(@Sendable (Float) -> Void, @Sendable (Int) -> Void)?>(nil)
    let promise = Promise<Int> { resolve, _, progress in hold.withLock { $0 = (progress, resolve) }
    }
    return (promise, hold)
  }

  @Test func `progress is reported to blocks, down the chain, unless zero, until the end`() {
    let log = Log<Float>()
    let (promise, hold) = held()
    promise.progress { log.add($0) }
    let derived = promise.chain { _ in }.then { $0 + 1 }
    derived.progress { log.add($0 * 10) }
    hold.value?.0(0)
    hold.value?.0(0.5)
    derived.fulfill(0)
    hold.value?.0(0.25)
    hold.value?.1(1)
    hold.value?.0(0.5)
    #expect(log.entries == [0.5, 5, 0.25])
  }

  @Test func `blocks are released when the promise is settled`() {
    let log = Log<String>()
    let (promise, hold) = held()
    do {
      let life = Life(log.note("released"))
      promise.progress { _ in withExtendedLifetime(life) {} }
    }
    #expect(log.entries.isEmpty)
    hold.value?.1(1)
    #expect(log.entries == ["released"])
  }
}

@Suite(.hangLimit) struct ErrorTests {
  enum Plain: Error {
    case one
    case two
  }

  /// Not `Equatable`: its associated values are not compared.
  enum Loaded: Error {
    case one(Int)
    case two(Int)
  }

  let failed = Promise<Int>(error: Broken(number: 1))

  @Test func `recover replaces any error`() {
    #expect(failed.recover(with: 3).value == 3)
    #expect(Promise(1).recover(with: 3).value == 1)
    #expect(failed.recover { _ in 32 }.value == 32)
    #expect(failed.recover { _ in Promise(32) }.value == 32)
    #expect(failed.recover { error -> Int in throw error }.error is Broken)
    #expect(failed.recover { error -> Promise<Int> in throw error }.error is Broken)
  }

  @Test func `recover replaces an error like the given one`() {
    #expect(Promise<Int>(error: Plain.one).recover(Plain.one, with: 3).value == 3)
    #expect(Promise<Int>(error: Plain.one).recover(Plain.two, with: 3).error is Plain)
    #expect(failed.recover(Broken(number: 1), with: 3).value == 3)
    #expect(failed.recover(Broken(number: 2), with: 3).error is Broken)
    #expect(failed.recover(Plain.one, with: 3).error is Broken)
  }

  @Test func `errors that are not Equatable match by domain and code`() {
    let one = Promise<Int>(error: Loaded.one(1))
    #expect(one.recover(Loaded.one(2), with: 3).value == 3)
    #expect(one.recover(Loaded.two(1), with: 3).error is Loaded)
    #expect(failed.recover(Loaded.one(1), with: 3).error is Broken)
    #expect(one.bridgeError(Loaded.one(2), to: Broken()).error is Broken)
    #expect(one.bridgeError(Loaded.two(1), to: Broken()).error is Loaded)
  }

  @Test func `bridgeError turns one error into another`() {
    #expect(failed.bridgeError(to: Plain.two).error is Plain)
    #expect(Promise(1).bridgeError(to: Plain.two).value == 1)
    let one = Promise<Int>(error: Plain.one)
    #expect(one.bridgeError(Plain.one, to: Broken()).error is Broken)
    #expect(one.bridgeError(Plain.two, to: Broken()).error is Plain)
    #expect(one.bridgeError { _ in throw Broken() }.error is Broken)
    #expect(one.bridgeError { _ in }.error is Plain)
  }

  @Test func `convertErrorToNil has a nil value instead of an error`() {
    let none = failed.convertErrorToNil()
    #expect(none.error == nil)
    #expect(none.value == .some(nil))
    #expect(Promise(1).convertErrorToNil().value == .some(1))
  }
}
