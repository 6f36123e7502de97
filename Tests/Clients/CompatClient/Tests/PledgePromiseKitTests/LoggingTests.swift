import Dispatch
import Pledge
import PledgePromiseKit
import TestSupport
import Testing

private typealias Promise = PledgePromiseKit.Promise

extension PromiseKitTests {
  @Suite struct Logging {
    @Test func `a promise whose resolver is released is logged immediately, and stays pending`() {
      let log = logged {
        let promise = Promise<Int>.pending().promise
        #expect(promise.isPending)
      }
      #expect(log == ["pendingPromiseDeallocated"])
    }

    @Test func `a body that drops its resolver is logged once, not for derived promises`() {
      let log = logged {
        let promise = Promise<Int> { _ in }
        _ = promise.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) }
      }
      #expect(log == ["pendingPromiseDeallocated"])
    }

    @Test func `a resolver that is released after settling is not logged`() {
      #expect(logged { _ = Promise<Int> { $0.fulfill(1) } } == [])
      #expect(logged { _ = Promise<Int> { $0.reject(Problem.first) } } == [])
      #expect(logged { _ = Guarantee<Int> { $0(1) } } == [])
    }

    @Test func `a promise may be released before its resolver`() {
      #expect(
        logged {
          let seal = Promise<Int>.pending().resolver
          seal.fulfill(1)
        } == []
      )
    }

    @Test
    func `a broken guarantee is logged, with all derived from it, and stays pending`() {
      var guarantees: [Guarantee<Int>] = []
      let log = logged {
        let (guarantee, resolve) = Guarantee<Int>.pending()
        let derived = guarantee.map(on: nil) { $0 + 1 }.then(on: nil) { Guarantee.value($0) }
        guarantees = [guarantee, derived]
        _ = resolve
      }
      #expect(log == Array(repeating: "pendingGuaranteeDeallocated", count: 3))
      #expect(guarantees.allSatisfy { $0.isPending })
      #expect(guarantees.allSatisfy { $0.result == nil })
    }

    @Test func `a dropped guarantee is logged immediately`() {
      #expect(
        logged { _ = Guarantee<Int>.pending() } == ["pendingGuaranteeDeallocated"]
      )
      #expect(logged { _ = Guarantee<Int> { _ in } } == ["pendingGuaranteeDeallocated"])
    }

    @Test func `a handler of a broken guarantee never runs`() {
      logged {
        let (guarantee, _) = Guarantee<Int>.pending()
        guarantee.pipe { _ in #expect(Bool(false)) }
        guarantee.done(on: nil) { _ in #expect(Bool(false)) }
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

    @Test func `a broken promise's error that is passed on is logged and reported once`() async {
      await #expect(processExitsWith: .success) { await passedOnErrorIsReportedOnce() }
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
    #expect("\(end)".contains("LoggingTests.swift"))
  }
  #expect(reports.entries.count == 1)
  #expect(log.entries == ["pendingPromiseDeallocated"])
}
