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
}

/// Reports are global to the process, so these tests run one at a time.
///
/// Those that collect the reports of all files of the module run in a process of their own.
@Suite(.serialized, .hangLimit) struct PledgeTests {
  let queue = DispatchQueue(label: "callbacks")

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
