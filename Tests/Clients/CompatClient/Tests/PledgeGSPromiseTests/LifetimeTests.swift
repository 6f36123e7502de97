import Pledge
import PledgeGSPromise
import TestSupport
import Testing

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
      #expect("\(reports.entries[0].error)".contains("PledgeGSPromiseTests/LifetimeTests.swift"))
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
      let file = "PledgeGSPromiseTests/LifetimeTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
    }
  }

  @Test func `the Pledge promise is rejected after a broken operation`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      let (held, manager) = (Held(), GSPromiseManager())
      for operation in [hold(held), GSPromising { _ = $0 }, hold(held)] {
        manager.addPromise(operation)
      }
      let rest = manager.pledge
      #expect(rest.isPending)
      held.entries[0]()
      #expect(throws: BrokenPromiseError.self) { try rest.result?.get() }
      #expect(held.entries.count == 1)
    }
  }
}
