import Dispatch
import Pledge
import TestSupport
import Testing

@testable import PledgePromises

/// Tests Pledge's reports.
///
/// Each test runs in a process of its own, because it receives all reports.
@Suite(.hangLimit)
struct ReportTests {
  @Test func `an unhandled rejection is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "reports")
      do {
        let rejected = PledgePromises.Promise<Int>()
        rejected.then(on: queue) { $0 }
        rejected.then(on: queue) { PledgePromises.Promise($0) }
        rejected.catch(on: queue) { _ in }
        rejected.timeout(on: queue, 3600)
        _ = PledgePromises.all(on: queue, [rejected, PledgePromises.Promise(1)])
        _ = PledgePromises.race(on: queue, [rejected, PledgePromises.Promise<Int>()])
        rejected.reject(Broken())
        PledgePromises.Promise(1).then(on: queue) { _ in throw Broken() }
        _ = PledgePromises.Promise<Int>(Broken())
        _ = PledgePromises.Promise<Int>(on: queue) { throw Broken() }
        _ = wrap(on: queue) { (done: @Sendable (Int?) -> Void) in throw Broken() }
      }
      precondition(waitForPromises(timeout: 900))
      // The runner that was released with the race is reported as broken.
      precondition(reports.entries.allSatisfy { $0.error is BrokenPromiseError })
    }
  }

  @Test func `a broken promise with a consumer is reported with its creation site`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let lines = breakPromises()
      precondition(waitForPromises(timeout: 900))
      precondition(reports.entries.map(\.line) == lines)
      precondition(reports.entries.allSatisfy { $0.fileID.hasSuffix("ReportTests.swift") })
    }
  }

  @Test func `a broken promise without a consumer is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = PledgePromises.Promise<Int>()
      _ = PledgePromises.Promise<Int>.pending()
      _ = wrap(on: DispatchQueue(label: "reports")) { (_: @Sendable (Int) -> Void) in }
      precondition(waitForPromises(timeout: 900))
      precondition(reports.entries.isEmpty)
    }
  }

  @Test func `a race reports its broken runners, and not itself`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "reports")
      let slow = PledgePromises.Promise<Int>()
      _ = PledgePromises.race(on: queue, .pending(), slow)
      queue.sync {}
      slow.fulfill(1)
      _ = PledgePromises.race(on: queue, PledgePromises.Promise<Int>(), .pending())
      precondition(waitForPromises(timeout: 900))
      precondition(reports.entries.count == 3)
      precondition(reports.entries.allSatisfy { $0.fileID.hasSuffix("ReportTests.swift") })
    }
  }

  @Test func `a promise that would wait for itself is reported unless that is caught`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "reports")
      @Sendable func loop(_ listen: (PledgePromises.Promise<Int>) -> Void) {
        let source = PledgePromises.Promise<Int>()
        let waiting = Locked<PledgePromises.Promise<Int>?>(nil)
        let cycle = source.then(on: queue) { value -> PledgePromises.Promise<Int> in
          waiting.withLock { promise in
            defer { promise = nil }
            return promise ?? PledgePromises.Promise(value)
          }
        }
        waiting.withLock { $0 = cycle }
        listen(cycle)
        source.fulfill(1)
      }
      loop { $0.catch(on: queue) { error in precondition(error is CycleError) } }
      precondition(waitForPromises(timeout: 900))
      precondition(reports.entries.isEmpty)
      loop { _ in }
      precondition(waitForPromises(timeout: 900))
      queue.sync {}
      precondition(reports.entries.map { $0.error is CycleError } == [true])
    }
  }
}

/// Returns the lines of the broken promises.
///
/// A function, because a macro expands to a single line.
private func breakPromises() -> [UInt] {
  let queue = DispatchQueue(label: "reports")
  PledgePromises.Promise<Int>.pending().then(on: queue) { $0 }.always(on: queue) {}
  queue.suspend()
  wrap(on: queue) { (_: @Sendable (Int) -> Void) in }.then(on: queue) { _ in }
  queue.resume()
  return [#line - 4, #line - 2]
}
