import Dispatch
import Pledge
import PledgeGSPromise
import TestSupport
import Testing

@Suite(.hangLimit)
struct OrderTests {
  @Test func `the first operation starts before the initializer of the manager returns`() {
    let log = Log<String>()
    let manager = GSPromiseManager(
      promise: GSPromising { ok in
        log.add("started")
        ok()
      }
    )
    #expect(log.entries == ["started"])
    withExtendedLifetime(manager) {}
  }

  @Test func `the next operation starts inside the call that ends the previous one, on its thread`()
    async
  {
    let log = Log<String>()
    let held = Log<@Sendable () -> Void>()
    let manager = GSPromiseManager(promises: [
      GSPromising { held.add($0) },
      GSPromising { ok in
        log.add("second on \(currentThread())")
        ok()
      },
    ])
    #expect(log.entries.isEmpty)
    let thread = await onSmallStack {
      held.entries[0]()
      log.add("back")
      return currentThread()
    }
    #expect(log.entries == ["second on \(thread)", "back"])
    withExtendedLifetime(manager) {}
  }

  @Test func `operations run one after another in the order in which they were added`() {
    let log = Log<Int>()
    let held = Log<@Sendable () -> Void>()
    let manager = GSPromiseManager()
    for index in 0..<5 {
      manager.addPromise(
        GSPromising { ok in
          log.add(index)
          held.add(ok)
        }
      )
    }
    for index in 0..<5 {
      #expect(log.entries == Array(0...index))
      held.entries[index]()
    }
    #expect(held.entries.count == 5)
  }

  @Test func `after a synchronous end, the next operation starts when the handler has returned`() {
    let log = Log<String>()
    let manager = GSPromiseManager(promises: [
      GSPromising { ok in
        ok()
        log.add("first returns")
      },
      GSPromising { ok in
        log.add("second starts")
        ok()
      },
    ])
    #expect(log.entries == ["first returns", "second starts"])
    withExtendedLifetime(manager) {}
  }

  @Test func `an operation added from within a handler waits for its turn`() {
    let log = Log<String>()
    let manager = GSPromiseManager()
    manager.addPromise(
      GSPromising { ok in
        manager.addPromise(
          GSPromising { ok in
            log.add("inner")
            ok()
          }
        )
        log.add("outer")
        ok()
      }
    )
    #expect(log.entries == ["outer", "inner"])
  }

  @Test func `an idle manager starts an added operation immediately`() {
    let log = Log<Int>()
    let manager = GSPromiseManager.manager()
    for index in 0..<3 {
      manager.add(
        GSPromising { ok in
          log.add(index)
          ok()
        }
      )
      #expect(log.entries.last == index)
    }
  }

  @Test func `a second call that ends an operation does nothing`() {
    let held = Log<@Sendable () -> Void>()
    let manager = GSPromiseManager()
    for _ in 0..<3 { manager.addPromise(GSPromising { held.add($0) }) }
    held.entries[0]()
    held.entries[0]()
    #expect(held.entries.count == 2)
  }

  @Test func `twenty thousand synchronous operations need little stack`() async {
    let count = await onSmallStack {
      let log = Log<Int>()
      let held = Log<@Sendable () -> Void>()
      let manager = GSPromiseManager(promise: GSPromising { held.add($0) })
      for index in 0..<20_000 {
        manager.addPromise(
          GSPromising { ok in
            log.add(index)
            ok()
          }
        )
      }
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
