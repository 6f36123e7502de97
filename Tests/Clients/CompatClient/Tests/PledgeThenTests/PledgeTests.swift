import Foundation
import Pledge
import PledgeThen
import TestSupport
import Testing

private typealias Promise = PledgeThen.Promise

extension PledgeThen.Promise where T: Sendable {
  var pledgeValue: T { get async throws { try await pledge.value } }
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

  @Test func `a callback that releases its closures is reported with its creation site`() {
    let promise = Promise<Int> { _, _ in }
    let found = reports { promise.start() }
    #expect(promise.isPending)
    #expect(found.count == 1)
    #expect(found.first.map { "\($0)" }?.contains("PledgeTests.swift") == true)
    promise.fulfill(1)
    #expect(promise.value == 1)
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
        _ = promise.recover { _ in
          log.add("recover")
          return 1
        }
        _ = promise.recover { _ in
          log.add("recover to a promise")
          return Promise(1)
        }
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

  @Test func `an unread error is not reported`() async {
    await #expect(processExitsWith: .success) {
      let found = reports(from: "PledgeThen") {
        Promise<Int> { _, reject in reject(Broken()) }.retry(2).start()
        Promises.race(Promise(1), Promise(error: Broken())).start()
        Promises.race(Promise(error: Broken()), Promise<Int>(error: Broken())).start()
        Promise<Int>(error: Broken()).then(Promise(1)).finally {}
        Promise(1).then(Promise<Int>(error: Broken())).timeout(1_000).start()
      }
      #expect(found.isEmpty)
    }
  }
}
