import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError

extension PromiseKitTests {
  @Suite struct BrokenPromises {
    @Test func `a guarantee that is broken breaks the promise that it recovers or cleans up`() {
      logged {
        let failed = Promise<Int>(error: Problem.first)
        #expect(failed.recover(on: nil) { _ in Guarantee { _ in } }.isPending)
        #expect(failed.ensureThen(on: nil) { Guarantee { _ in } }.isPending)
        #expect(Promise.value(1).ensureThen(on: nil) { Guarantee { _ in } }.isPending)
      }
    }

    @Test func `a BrokenPromiseError that is rethrown is an ordinary error`() {
      logged {
        guard case .failure(let error) = Promise<Int>(resolver: { _ in }).pledge.result else {
          return #expect(Bool(false))
        }
        let mapped = Promise.value(1).map(on: nil) { _ -> Int in throw error }
        let promises = [Promise(error: error), Promise { $0.reject(error) }, mapped]
        #expect(promises.allSatisfy { $0.error is BrokenPromiseError })
      }
    }

    @Test func `a broken promise's error that is passed on is logged and reported once`() async {
      await #expect(processExitsWith: .success) { await passedOnErrorIsReportedOnce() }
    }
  }

  @Suite struct RejectedBrokenPromises {
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
        #expect(isSame(race(fulfilled: [Promise<Int> { _ in }]).error, .noWinner))
        let outcomes = when(
          resolved: [Promise<Int> { _ in }, .value(2)].makeIterator(),
          concurrently: 1
        )
        #expect(outcomes.value?.map(\.isFulfilled) == [false, true])
      }
    }

    @Test func `a guarantee stays pending, and rejects a promise that waits for it`() {
      logged {
        conf.rejectsBrokenPromises = true
        let (guarantee, log) = (Guarantee<Int> { _ in }, Log<String>())
        let tapped = guarantee.tap(on: nil) { _ in log.add("tap") }
        #expect(guarantee.isPending && guarantee.map(on: nil) { $0 }.isPending)
        for promise in [tapped, Promise(guarantee)] {
          #expect(promise.error is BrokenPromiseError)
        }
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

  @Suite struct Logging {
    @Test func `a promise whose resolver is released is logged once and immediately`() {
      let log = logged {
        let promise = Promise<Int>.pending().promise
        #expect(promise.isPending)
        _ = Promise<Int> { _ in }.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) }
      }
      #expect(log == Array(repeating: "pendingPromiseDeallocated", count: 2))
      let settled = logged {
        _ = Promise<Int> { $0.fulfill(1) }
        _ = Promise<Int> { $0.reject(Problem.first) }
        _ = Guarantee<Int> { $0(1) }
        // The promise may be released before its resolver.
        let seal = Promise<Int>.pending().resolver
        seal.fulfill(1)
      }
      #expect(settled == [])
    }

    @Test
    func `a broken guarantee is logged, with all derived from it, and its handlers never run`() {
      var guarantees: [Guarantee<Int>] = []
      let log = logged {
        let (guarantee, resolve) = Guarantee<Int>.pending()
        let derived = guarantee.map(on: nil) { $0 + 1 }.then(on: nil) { Guarantee.value($0) }
        guarantees = [guarantee, derived]
        guarantee.pipe { _ in #expect(Bool(false)) }
        _ = resolve
      }
      #expect(log == Array(repeating: "pendingGuaranteeDeallocated", count: 3))
      #expect(guarantees.allSatisfy { $0.isPending && $0.result == nil })
      for make in [{ _ = Guarantee<Int>.pending() }, { _ = Guarantee<Int> { _ in } }] {
        #expect(logged(make) == ["pendingGuaranteeDeallocated"])
      }
    }

    @Test func `cauterize logs errors, but not cancellations`() async {
      let kept = conf
      defer { conf = kept }
      let log = Log<String>()
      conf.logHandler = { event in
        if case .cauterized(let error) = event { log.add("\(error)") }
      }
      let (end, ended) = Guarantee<Void>.pending()
      Promise<Int>(error: PMKError.cancelled).cauterize()
      Promise.value(1).cauterize()
      Promise<Int>(error: Problem.first).cauterize().finally { ended(()) }
      _ = await outcome(of: end)
      #expect(log.entries == ["first"])
    }

    @Test @MainActor func `waiting on the main thread is logged, even for settled promises`() throws
    {
      #expect(try logged { _ = try Promise.value(1).wait() } == ["waitOnMainThread"])
      #expect(logged { _ = Guarantee.value(1).wait() } == ["waitOnMainThread"])
    }

    @Test func `the default log prints a line for each event`() async {
      let exit = await #expect(
        processExitsWith: .success,
        observing: [\.standardOutputContent]
      ) {
        conf.logHandler(.pendingPromiseDeallocated)
        conf.logHandler(.pendingGuaranteeDeallocated)
        conf.logHandler(.waitOnMainThread)
        conf.logHandler(.cauterized(Problem.first))
      }
      let text = String(decoding: exit?.standardOutputContent ?? [], as: UTF8.self)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("PromiseKit:") }
      #expect(
        lines == [
          "PromiseKit: warning: pending promise deallocated",
          "PromiseKit: warning: pending guarantee deallocated",
          "PromiseKit: warning: `wait()` called on main thread!",
          "PromiseKit:cauterized-error: first",
        ]
      )
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

private func passedOnErrorIsReportedOnce() async {
  let reports = handledReports()
  let log = Log<String>()
  conf.logHandler = { log.add("\($0)") }
  conf.rejectsBrokenPromises = true
  var ends: [Promise<Int>] = []
  do {
    let (promise, seal) = Promise<Int>.pending()
    ends = [
      promise.recover(on: .global()) { error -> Promise<Int> in throw error },
      promise.recover(on: .global()) { Promise(error: $0) },
      Promise { promise.catch(on: nil, $0.reject) },
      Promise { promise.pipe(to: $0.resolve) },
    ]
    _ = seal
  }
  for end in ends {
    guard case .rejected(let error) = await outcome(of: end) else { return #expect(Bool(false)) }
    #expect(error is BrokenPromiseError)
    #expect("\(end)".contains("BrokenPromiseTests.swift"))
  }
  #expect(reports.entries.count == 1)
  #expect(log.entries == ["pendingPromiseDeallocated"])
}
