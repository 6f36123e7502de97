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

    @Test func `a broken promise's error that is passed on is logged and reported once`() async {
      await #expect(processExitsWith: .success) { await passedOnErrorIsReportedOnce() }
    }
  }

  @Suite struct RejectedBrokenPromises {
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
