import Dispatch
import Pledge
import PledgeGSPromise
import TestSupport
import Testing

@Suite(.hangLimit)
struct OrderTests {
  @Test func `an idle manager starts an operation before the call returns`() {
    let log = Log<Int>()
    let manager = GSPromiseManager(promise: step(log, 0))
    #expect(log.entries == [0])
    for index in 1..<4 {
      manager.add(step(log, index))
      #expect(log.entries.last == index)
    }
  }

  @Test func `the next operation starts inside the call that ends the previous one, on its thread`()
    async
  {
    let (log, held) = (Log<String>(), Held())
    let second = GSPromising { ok in
      log.add("second on \(currentThread())")
      ok()
    }
    let manager = GSPromiseManager(promises: [hold(held), second])
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
    let (log, held, manager) = (Log<Int>(), Held(), GSPromiseManager())
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
      // A second call that ends an operation does nothing.
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
      step(log, "second starts"),
    ])
    #expect(log.entries == ["first returns", "second starts"])
    withExtendedLifetime(manager) {}
  }

  @Test func `an operation added from within a handler waits for its turn`() {
    let log = Log<String>()
    let manager = GSPromiseManager()
    manager.addPromise(
      GSPromising { ok in
        manager.addPromise(step(log, "inner"))
        log.add("outer")
        ok()
      }
    )
    #expect(log.entries == ["outer", "inner"])
  }

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
