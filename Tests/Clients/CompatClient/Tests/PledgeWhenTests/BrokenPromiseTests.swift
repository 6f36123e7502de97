import Dispatch
import PledgeWhen
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError
import enum Pledge.UnhandledRejections

/// Tests broken promises, which stay pending as in When, and members of `when` that are no longer
/// needed.
@Suite(.timeLimit(.minutes(60)))
struct BrokenPromiseTests {
  @Test func `a broken promise is reported with its creation site`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = Promise<Int>().done { _ in }
      await flushMain()
      #expect(reports.entries.count == 1)
      let file = "PledgeWhenTests/BrokenPromiseTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
    }
  }

  @Test func `no handler of a broken promise runs, and derived promises stay pending`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "broken promises")
      let log = Log<String>()
      var promise: Promise<Int>? = Promise(queue: queue)
      promise?.done { _ in log.add("done") }
      promise?.fail(policy: .allErrors) { _ in log.add("fail") }
      promise?.always { _ in log.add("always") }
      let stages = [
        promise?.then(on: queue) { $0 },
        promise?.then(on: queue) { Promise(queue: queue, state: .resolved(value: $0)) },
        promise?.recover(on: queue) { _ -> Int in
          log.add("recover")
          return 1
        },
        promise?.recover(on: queue) { _ -> Promise<Int> in
          log.add("recover to a promise")
          return Promise(queue: queue, state: .resolved(value: 1))
        },
        promise?.then(on: queue) { $0 }.recover(on: queue) { _ in 1 },
      ].compactMap { $0 }
      for stage in stages { stage.always { _ in log.add("late always") } }
      promise = nil
      flush(queue)
      precondition(log.entries.isEmpty && stages.count == 5)
      precondition(stages.allSatisfy { $0.state.isPending })
      precondition(reports.entries.count == 1)
      // As in When, it can still be settled directly.
      stages[0].resolve(42)
      flush(queue)
      precondition(stages[0].state.result?.value == 42 && log.entries == ["late always"])
    }
  }

  @Test func `a pending promise that a body returns and nothing retains is broken`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "broken promises")
      let promise = Promise(queue: queue, state: .resolved(value: 1))
      let then = promise.then(on: queue) { _ in Promise<Int>(queue: queue) }
      let failed = Promise<Int>(queue: queue, state: .rejected(error: Broken()))
      let recovered = failed.recover(on: queue) { _ in Promise<Int>(queue: queue) }
      flush(queue)
      precondition(then.state.isPending && recovered.state.isPending)
      precondition(reports.entries.count == 2)
    }
  }

  @Test func `errors that no handler receives are not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "errors")
      do {
        let (one, two) = (Promise<Int>(queue: queue), Promise<Int>(queue: queue))
        _ = (when(one, two), when([one, two]))
        for promise in [one, two] {
          promise.then(on: queue) { $0 }.resolve(1)
          promise.then(on: queue) { Promise(queue: queue, state: .resolved(value: $0)) }
          _ = promise.recover(on: queue) { _ -> Int in throw Broken() }
          _ = promise.recover(on: queue) { _ -> Promise<Int> in throw Broken() }
          promise.reject(Broken())
          flush(queue)
          promise.then(on: queue) { $0 }
        }
      }
      flush(queue)
      await flushMain()
      precondition(reports.entries.isEmpty)
    }
  }

  @Test func `handlers of a broken promise are released`() {
    let queue = DispatchQueue(label: "broken promises")
    weak var life: Life?
    do {
      let captured = Life()
      life = captured
      let promise = Promise<Int>(queue: queue)
      promise.then(on: queue) { _ in withExtendedLifetime(captured) {} }
        .always { _ in withExtendedLifetime(captured) {} }
    }
    flush(queue)
    #expect(life == nil)
  }

  @Test func `a broken member lets the others settle the combination`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      let queue = DispatchQueue(label: "broken promises")
      let other = Promise<Int>(queue: queue)
      let fulfilled = Promise<Int>(queue: queue, state: .resolved(value: 1))
      var broken: Promise<Int>? = Promise(queue: queue)
      guard let member = broken else { return }
      let rejected = when([member, fulfilled, other])
      let pending = when(member, fulfilled)
      _ = consume member
      broken = nil
      flush(queue)
      await flushMain()
      precondition(rejected.state.isPending && pending.state.isPending)
      other.reject(Broken())
      flush(queue)
      await flushMain()
      precondition(rejected.state.isRejected && pending.state.isPending)
      precondition(reports.entries.count == 1)
    }
  }

  @Test func `with rejectsBrokenPromises a broken member rejects, whatever the others do`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      precondition(!WhenConfiguration.rejectsBrokenPromises)
      WhenConfiguration.rejectsBrokenPromises = true
      precondition(WhenConfiguration.rejectsBrokenPromises)
      let log = Log<Bool>()
      Promise<Int>().fail { log.add($0 is BrokenPromiseError) }.always { _ in log.add(true) }
      for broken in 0..<3 {
        var members: [Promise<Int>?] = (0..<3).map { _ in Promise() }
        let triple = when(members[0]!, members[1]!, members[2]!)
        let pair = when(members[broken]!, members[(broken + 1) % 3]!)
        let array = when(members.compactMap { $0 })
        members[broken] = nil
        await flushMain()
        #expect(triple.state.result?.error is BrokenPromiseError)
        #expect(pair.state.result?.error is BrokenPromiseError)
        #expect(array.state.result?.error is BrokenPromiseError)
      }
      #expect(log.entries == [true, true])
    }
  }

  @Test func `combinations that share members retain none of the members`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      var pairs: [Promise<(Int, Int)>] = []
      do {
        let (one, two) = (Promise<Int>(), Promise<Int>())
        pairs = [when(one, one), when(one, two), when(two, one)]
      }
      await flushMain()
      #expect(pairs.allSatisfy { $0.state.isPending })
      #expect(reports.entries.count == 2)
    }
  }

  @Test func `after the first rejection the others are not waited for`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      do {
        let members = (0..<3).map { _ in Promise<Int>() }
        let all = when(members)
        let three = when(members[0], members[1], members[2])
        let two = when(members[1], members[2])
        members[1].reject(Broken())
        await flushMain()
        #expect(all.state.isRejected && two.state.isRejected && three.state.isRejected)
      }
      await flushMain()
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `after the first rejection the values are released`() async {
    let pending = Promise<Life>()
    weak var life: Life?
    do {
      let (first, broken, value) = (Promise<Life>(), Promise<Life>(), Life())
      life = value
      _ = (when([first, pending, broken]), when(first, pending, broken))
      first.resolve(value)
      await flushMain()
      broken.reject(Broken())
      await flushMain()
    }
    #expect(life == nil)
    pending.cancel()
  }
}
