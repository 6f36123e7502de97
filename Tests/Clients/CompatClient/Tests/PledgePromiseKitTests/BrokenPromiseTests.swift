import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError

extension PromiseKitTests {
  @Suite struct BrokenPromises {
    @Test(arguments: [nil, DispatchQueue(label: "broken")])
    func `a broken promise stays pending, and none of its handlers runs`(on queue: DispatchQueue?) {
      let ran = Log<String>()
      var derived: [any Thenable] = []
      let log = logged {
        let (promise, seal) = Promise<Int>.pending()
        derived = registerEverything(on: promise, queue, ran)
        withExtendedLifetime(seal) {}
        derived += registerEverything(on: Promise { _ in }, queue, ran)
      }
      queue?.sync {}
      #expect(ran.entries.isEmpty)
      #expect(derived.allSatisfy { $0.isPending && !$0.isResolved && $0.error == nil })
      #expect(log.filter { $0 == "pendingPromiseDeallocated" }.count == 2)
    }

    @Test func `a promise whose resolver is released never ends a chain`() {
      logged {
        let never = Promise<Int>.pending().promise
        let chain = Promise.value(1).then(on: nil) { _ in never }
        #expect(never.isPending && never.result == nil && never.value == nil)
        #expect(chain.isPending && "\(chain)" == "Promise(…Int)")
        #expect(never.debugDescription == "Promise<Int>.pending(handlers: 0)")
      }
    }

    @Test func `a thenable that drops its handlers leaves its consumers pending`() {
      #expect(Promise(Forgetful()).isPending)
      #expect(Forgetful().then(on: nil) { Promise.value($0) }.isPending)
    }

    @Test func `a guarantee that is broken breaks the promise that it recovers or cleans up`() {
      logged {
        let failed = Promise<Int>(error: Problem.first)
        #expect(failed.recover(on: nil) { _ in Guarantee { _ in } }.isPending)
        #expect(failed.ensureThen(on: nil) { Guarantee { _ in } }.isPending)
        #expect(Promise.value(1).ensureThen(on: nil) { Guarantee { _ in } }.isPending)
      }
    }

    @Test func `the other side of the bridge sees a broken promise`() {
      logged {
        let (promise, guarantee) = (Promise<Int> { _ in }, Guarantee<Int> { _ in })
        #expect(isBroken(promise) && isBroken(guarantee))
        #expect(Promise(pledge: promise.pledge).isPending)
        #expect(isBroken(Promise(pledge: promise.pledge)))
      }
    }

    @Test func `a BrokenPromiseError that is rethrown is an ordinary error`() {
      logged {
        guard case .failure(let error) = Promise<Int> { _ in }.pledge.result else {
          return #expect(Bool(false))
        }
        #expect(Promise<Int>(error: error).error is BrokenPromiseError)
        #expect(Promise<Int> { $0.reject(error) }.error is BrokenPromiseError)
        #expect(
          Promise.value(1).map(on: nil) { _ -> Int in throw error }.error is BrokenPromiseError
        )
      }
    }

    @Test func `each broken promise is logged, and reported once with its creation site`() async {
      await #expect(processExitsWith: .success) { eachIsReportedOnce() }
    }
  }

  @Suite struct RejectedBrokenPromises {
    @Test func `the setting rejects promises that break from then on`() {
      logged {
        let before = Promise<Int> { _ in }
        conf.rejectsBrokenPromises = true
        let (promise, log) = (Promise<Int>.pending().promise, Log<String>())
        promise.ensure(on: nil) { log.add("ensure") }
          .catch(on: nil) { _ in log.add("catch") }.finally(on: nil) { log.add("finally") }
        #expect(log.entries == ["ensure", "catch", "finally"])
        #expect(
          (promise.error as? BrokenPromiseError)?.fileID.hasSuffix("BrokenPromiseTests.swift")
            == true
        )
        #expect(throws: BrokenPromiseError.self) { try promise.wait() }
        #expect(Promise(pledge: promise.pledge).error is BrokenPromiseError)
        conf.rejectsBrokenPromises = false
        #expect(promise.isRejected && before.isPending && Promise<Int> { _ in }.isPending)
      }
    }

    @Test func `combinations treat it as a rejection`() {
      logged {
        conf.rejectsBrokenPromises = true
        let (slow, seal) = Promise<Int>.pending()
        #expect(when(fulfilled: [Promise { _ in }, slow]).error is BrokenPromiseError)
        #expect(race(Promise { _ in }, slow).error is BrokenPromiseError)
        #expect(when(resolved: Promise<Int> { _ in }).value?.first?.isFulfilled == false)
        let first = race(fulfilled: [Promise { _ in }, slow])
        seal.fulfill(1)
        #expect(first.value == 1)
        guard case PMKError.noWinner? = race(fulfilled: [Promise<Int> { _ in }]).error else {
          return #expect(Bool(false))
        }
        let outcomes = [Promise<Int> { _ in }, .value(2)].makeIterator()
        #expect(
          when(resolved: outcomes, concurrently: 1).value?.map(\.isFulfilled) == [false, true]
        )
      }
    }

    @Test func `a guarantee stays pending, and rejects a promise that waits for it`() {
      logged {
        conf.rejectsBrokenPromises = true
        let guarantee = Guarantee<Int> { _ in }
        let log = Log<String>()
        let tapped = guarantee.tap(on: nil) { _ in log.add("tap") }
        #expect(guarantee.isPending && guarantee.map(on: nil) { $0 }.isPending)
        #expect(
          tapped.error is BrokenPromiseError && Promise(guarantee).error is BrokenPromiseError
        )
        #expect(log.entries.isEmpty)
      }
    }

    @Test func `an error of the chain takes precedence over a cleanup that never ends`() {
      logged {
        conf.rejectsBrokenPromises = true
        let failed = Promise<Int>(error: Problem.first).ensureThen(on: nil) { Guarantee { _ in } }
        #expect(problem(failed.error) == .first)
        let fine = Promise.value(1).ensureThen(on: nil) { Guarantee { _ in } }
        #expect(fine.error is BrokenPromiseError)
      }
    }
  }
}

/// Returns whether Pledge considers `promise` broken while it looks pending here.
func isBroken(_ promise: Promise<some Sendable>) -> Bool {
  guard promise.isPending, case .failure(let error) = promise.pledge.result else { return false }
  return error is BrokenPromiseError
}

/// Returns whether Pledge considers `guarantee` broken while it looks pending here.
func isBroken(_ guarantee: Guarantee<some Sendable>) -> Bool {
  let result = guarantee.pledge.result
  guard guarantee.isPending, case .failure(let error) = result else { return false }
  return error is BrokenPromiseError
}

/// A thenable that never calls and does not retain its handlers.
private final class Forgetful: Thenable {
  var result: PledgePromiseKit.Result<Int>? { nil }

  func pipe(to handler: @escaping @Sendable (PledgePromiseKit.Result<Int>) -> Void) {}
}

/// Registers a handler with each function that takes one; each handler logs that it ran.
///
/// - Returns: The promises derived from `promise`.
private func registerEverything(
  on promise: Promise<Int>,
  _ queue: DispatchQueue?,
  _ ran: Log<String>
) -> [any Thenable] {
  @Sendable func note<Value>(_ name: String, _ value: Value) -> Value {
    ran.add(name)
    return value
  }
  promise.pipe { _ in ran.add("pipe") }
  promise.catch(on: queue, policy: .allErrors) { _ in ran.add("catch") }
    .finally(on: queue) { ran.add("finally") }
  promise.cauterize().finally(on: queue) { ran.add("cauterized") }
  return [
    promise, Promise(promise), promise.asVoid(),
    promise.then(on: queue) { note("then", Promise.value($0)) },
    promise.map(on: queue) { note("map", $0) },
    promise.compactMap(on: queue) { note("compactMap", Optional($0)) },
    promise.done(on: queue) { _ in ran.add("done") },
    promise.get(on: queue) { _ in ran.add("get") },
    promise.tap(on: queue) { _ in ran.add("tap") },
    promise.ensure(on: queue) { ran.add("ensure") },
    promise.ensureThen(on: queue) { note("ensureThen", Guarantee()) },
    promise.recover(on: queue) { note("recover", Promise(error: $0)) as Promise<Int> },
    promise.recover(on: queue, policy: .allErrors) { _ in note("recover", Promise.value(1)) },
    promise.recover(on: queue) { _ in note("recover", Guarantee.value(1)) },
    promise.asVoid().recover(on: queue) { _ in ran.add("recover") } as Guarantee<Void>,
    when(fulfilled: [promise]), when(resolved: promise), race(promise), race(fulfilled: [promise]),
  ]
}

private func eachIsReportedOnce() {
  let reports = handledReports()
  let log = logged {
    Promise<Int> { _ in }.catch(on: nil) { _ in }  // The line to report.
    _ = Promise<Int>.pending()
    let bridged = Promise<Int> { _ in }
    _ = bridged.pledge.map { $0 }
    _ = Promise(pledge: bridged.pledge).map(on: nil) { $0 }
    Guarantee<Int> { _ in }.done(on: nil) { _ in }
    conf.rejectsBrokenPromises = true
    let rejected = Promise<Int> { _ in }
    rejected.catch(on: nil) { _ in }
    Promise<Int> { rejected.pipe(to: $0.resolve) }.cauterize()
  }
  #expect(reports.entries.count == 5)
  #expect(reports.entries.allSatisfy { $0.error is BrokenPromiseError })
  #expect(reports.entries.allSatisfy { $0.fileID.hasSuffix("BrokenPromiseTests.swift") })
  #expect(Set(reports.entries.map(\.line)).count == 5)
  #expect(log.filter { $0 == "pendingPromiseDeallocated" }.count == 4)
  #expect(log.filter { $0 == "pendingGuaranteeDeallocated" }.count == 2)
}
