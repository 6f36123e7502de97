import Dispatch
import Foundation
import Pledge
import PledgeGSPromise
import TestSupport
import Testing

/// The closures that end operations.
typealias Held = Log<@Sendable () -> Void>

/// Returns an operation that waits until its closure is called.
func hold(_ held: Held) -> GSPromising { GSPromising { held.add($0) } }

/// Returns an operation that logs `entry` and ends.
func step<Entry: Sendable>(_ log: Log<Entry>, _ entry: Entry) -> GSPromising {
  GSPromising { ok in
    log.add(entry)
    ok()
  }
}

/// An operation as a client writes it.
final class Step: NSObject, GSPromisable {
  var handler: GSPromiseHandler

  init(_ name: String, log: Log<String>) {
    handler = { ok in
      log.add(name)
      ok()
    }
  }
}

/// A subclass; the original allows it.
final class Greeting: GSPromising {}

@Suite(.hangLimit)
struct SurfaceTests {
  @Test func `every way to make an operation and a manager`() {
    let log = Log<String>()
    let steps = ["a", "b"].map { Step($0, log: log) }
    let first = GSPromiseManager(promise: steps[0])
    let second = GSPromiseManager(promises: steps)
    let third = GSPromiseManager.mananger(withPromise: steps[1])
    let fourth = GSPromiseManager.mananger(withPromises: steps)
    let fifth = GSPromiseManager.manager()
    #expect(log.entries == ["a", "a", "b", "b", "a", "b"])

    for manager in [first, second, third, fourth, fifth] {
      manager.addPromise(GSPromising.promise())
      manager.addPromise(GSPromising())
      manager.add(GSPromising.promise(handler: step(log, "c").handler))
      manager.addPromise(Greeting(handler: step(log, "d").handler))
    }
    #expect(log.entries.count == 16)
  }

  @Test func `an operation for a promise ends when that is fulfilled or rejected`() {
    let (promises, log) = ([Promise<Int>(), Promise<Int>()], Log<Int>())
    let manager = GSPromiseManager()
    for (index, promise) in promises.enumerated() {
      manager.addPromise(
        GSPromising(pledge: {
          log.add(index)
          return promise
        })
      )
    }
    let rest = manager.pledge
    #expect(log.entries == [0])
    promises[0].reject(Broken())
    #expect(log.entries == [0, 1])
    #expect(rest.isPending)
    promises[1].discard()
    #expect(rest.isFulfilled && manager.pledge.isFulfilled)
  }
}

@Suite(.hangLimit)
struct OrderTests {
  @Test func `twenty thousand synchronous operations need little stack`() async {
    let count = await onSmallStack {
      let (log, held) = (Log<Int>(), Held())
      let manager = GSPromiseManager(promise: hold(held))
      for index in 0..<20_000 { manager.addPromise(step(log, index)) }
      held.entries[0]()
      return log.entries.count
    }
    #expect(count == 20_000)
  }

  @Test func `operations added by four threads never overlap`() async throws {
    let manager = GSPromiseManager()
    let log = Log<Bool>()
    await onThreads(4) { _ in
      for _ in 0..<500 {
        manager.addPromise(
          GSPromising { ok in
            log.add(true)
            DispatchQueue.global().async {
              log.add(false)
              ok()
            }
          }
        )
      }
    }
    try await manager.pledge.value
    #expect(log.entries.count == 4_000)
    #expect(log.entries.enumerated().allSatisfy { index, isStart in isStart == (index % 2 == 0) })
  }
}

@Suite(.hangLimit)
struct LifetimeTests {
  @Test func `a manager lives until its operations are done`() {
    let held = Held()
    weak var waiting: GSPromiseManager?
    weak var done: GSPromiseManager?
    let end: @Sendable () -> Void
    do {
      let made = GSPromiseManager(promises: [hold(held), GSPromising()])
      let other = GSPromiseManager(promises: [GSPromising(), GSPromising()])
      (waiting, done) = (made, other)
      end = { held.entries[0]() }
    }
    #expect(waiting != nil && done == nil)
    end()
    #expect(held.entries.count == 1)
  }

  @Test func `a handler is released when its operation is done`() {
    let manager = GSPromiseManager()
    weak var life: Life?
    do {
      let captured = Life()
      life = captured
      manager.addPromise(GSPromising { ok in withExtendedLifetime(captured) { ok() } })
    }
    #expect(life == nil)
    withExtendedLifetime(manager) {}
  }

  @Test func `a broken operation stops the manager, is reported, and releases the others`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let log = Log<Int>()
      weak var manager: GSPromiseManager?
      weak var life: Life?
      do {
        let captured = Life()
        let made = GSPromiseManager()
        (manager, life) = (made, captured)
        made.addPromise(GSPromising { _ in log.add(1) })
        made.addPromise(GSPromising { ok in withExtendedLifetime(captured) { log.add(2) } })
        #expect(made.pledge.isRejected)
      }
      #expect(log.entries == [1])
      #expect(manager == nil && life == nil)
      #expect(reports.entries.count == 1)
      #expect("\(reports.entries[0].error)".contains("PledgeGSPromiseTests/GSPromiseTests.swift"))
    }
  }

  @Test func `a broken operation is reported when it is released, with the place that added it`()
    async
  {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let held = Locked<(@Sendable () -> Void)?>(nil)
      let broken = GSPromising { _ in }
      let manager = GSPromiseManager()
      manager.addPromise(GSPromising { ok in held.withLock { $0 = ok } })
      #expect(reports.entries.isEmpty)
      withExtendedLifetime(held.withLock { $0.take() }) {}
      #expect(reports.entries.count == 1)
      GSPromiseManager().addPromise(broken)
      GSPromiseManager().add(broken)
      _ = GSPromiseManager(promise: broken)
      _ = GSPromiseManager(promises: [broken])
      _ = GSPromiseManager.mananger(withPromise: broken)
      _ = GSPromiseManager.mananger(withPromises: [broken])
      #expect(reports.entries.count == 7)
      let file = "PledgeGSPromiseTests/GSPromiseTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
    }
  }
}
