import Foundation
import Pledge
import PledgeThen
import TestSupport
import Testing

private typealias Promise = PledgeThen.Promise

extension PledgeThen.Promise where T: Sendable {
  var pledgeValue: T { get async throws { try await pledge.value } }
}

@Suite(.hangLimit) struct LazinessTests {
  /// Returns a promise whose work is logged and succeeds immediately.
  fileprivate func work(_ log: Log<String>, _ name: String = "work") -> Promise<Int> {
    Promise { resolve, _ in
      log.add(name)
      resolve(1)
    }
  }

  @Test func `a promise with a callback is dormant until it is started, and runs once`() {
    let log = Log<String>()
    let promise = work(log)
    #expect(promise.state.isDormant && promise.value == nil)
    promise.start()
    promise.start()
    promise.then { _ in log.add("one") }
    promise.then { _ in log.add("two") }
    promise.finally(log.note("end"))
    #expect(log.entries == ["work", "one", "two", "end"] && promise.value == 1)
  }

  @Test func `then, onError, finally and progress start the head of the chain`() {
    let log = Log<String>()
    let promises = (0..<7).map { number in work(log, "\(number)").registerThen { $0 } }
    promises[0].then { _ in }
    promises[1].then { _ in Promise(1) }
    promises[2].then(Promise(1))
    promises[3].onError { _ in }
    promises[4].finally {}
    promises[5].progress { _ in }
    promises[6].start()
    #expect(log.entries == (0..<7).map { "\($0)" })
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

  @Test func `a promise that is settled runs blocks synchronously, and cannot be started`() {
    let log = Log<String>()
    let promise = work(log)
    promise.fulfill(7)
    promise.then { log.add("\($0)") }
    Promise(1).registerThen { log.add("\($0)") }
    Promise<Int>(error: Broken(number: 2)).registerOnError { log.add("\($0)") }
    #expect(log.entries == ["7", "1", "Broken(number: 2)"])
  }
}

/// Reports are global to the process, so these tests run one at a time.
///
/// Those that collect the reports of all files of the module run in a process of their own.
@Suite(.serialized, .hangLimit) struct PledgeTests {
  let queue = DispatchQueue(label: "callbacks")

  @Test func `the first Pledge consumer starts the promise`() async throws {
    let log = Log<String>()
    let promise = Promise<Int> { resolve, _ in
      log.add("started")
      resolve(1)
    }
    let pledge = promise.pledge
    #expect(pledge.isPending)
    #expect(log.entries.isEmpty)
    #expect(try await pledge.value == 1)
    await #expect(throws: Broken.self) { try await Promise<Int>.reject(Broken()).pledge.value }
  }

  @Test func `a Pledge promise settles one of then, once that is started`() {
    let source = Pledge.Promise<Int>()
    let promise = Promise(pledge: source)
    source.resolve(1)
    #expect(promise.value == nil)
    #expect(promise.then { $0 + 1 }.value == 2)
  }

  @Test func `a broken promise is reported once, and rejects its Pledge future`() {
    var pledge: Pledge.Future<Int>?
    let found = reports {
      let promise = Promise<Int>()
      let stage = promise.then { $0 }
      stage.onError { _ in Issue.record("called for a broken promise") }
      pledge = stage.pledge.map { $0 }
    }
    #expect(throws: BrokenPromiseError.self) { try pledge?.result?.get() }
    #expect(found.count == 1)
  }

  @Test func `a chain that is never started is released without a report`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      let found = reports(from: "PledgeThen") {
        let life = Life(log.note("released"))
        let promise = Promise<Int> { _, _ in withExtendedLifetime(life) {} }
        _ = promise.registerThen { $0 }.recover(with: 2).delay(1).timeout(3600)
        promise.registerFinally(log.note("registerFinally"))
        promise.registerOnError { _ in log.add("registerOnError") }.registerThen(log.note("after"))
        _ = promise.noMatterWhat(log.note("noMatterWhat"))
        promise.recover(with: 1).registerThen { _ in log.add("recovered") }
        _ = promise.recover { _ in log.pass(1, "recover") }
        _ = promise.recover { _ in log.pass(Promise(1), "recover to a promise") }
        let other = Promise<Int> { _, _ in log.add("recover with a promise") }
        _ = promise.recover(with: other)
        _ = promise.bridgeError { _ in log.add("bridgeError") }
        promise.bridgeError(to: Broken()).registerFinally(log.note("bridged"))
        promise.convertErrorToNil().registerThen { _ in log.add("converted") }
      }
      #expect(log.entries == ["released"])
      #expect(found.isEmpty)
    }
  }
}

extension Log where Entry == String {
  /// Returns a closure that adds `entry`.
  func note(_ entry: String) -> @Sendable () -> Void { { self.add(entry) } }
}

extension PromiseState {
  var isDormant: Bool {
    if case .dormant = self { true } else { false }
  }
}

extension PledgeThen.Promise {
  /// Whether the promise is in progress, with neither a value nor an error.
  var isPending: Bool {
    if case .pending = state { value == nil && error == nil } else { false }
  }
}
