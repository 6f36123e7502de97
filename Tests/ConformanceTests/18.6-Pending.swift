import Dispatch
import Foundation
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// The record is process-wide, so each clause runs in its own process.
@Suite("18.6 What is pending", .hangLimit)
struct WhatIsPending {
  @Test(
    "18.6.1 `Diagnostics.pending()` lists the promises that are pending, and what each waits for"
  )
  func clause18_6_1() async {
    await #expect(processExitsWith: .success) {
      let earlier = Promise<Int>(file: "App/A.swift", line: 1)
      let unrelated = Promise<Int>()
      Diagnostics.recordPending()
      let user = Promise<Int>(file: "App/A.swift", line: 2).labeled("user 7")
      let stage = earlier.map { $0 }
      let (settled, context) = (Promise(value: 1, file: "App/A.swift", line: 4), ManualContext())
      let page = all(settled, user, stage, file: "App/A.swift", line: 3).asVoid()
      let blocked = settled.map(on: context) { $0 }

      let report = Diagnostics.pending()
      let lines = "\(report)".split(separator: "\n").map { $0.prefix { $0 != "," } }
      #expect(
        lines == [
          "6 promises are pending.", "Promise #1 [user 7] from App/A.swift:2",
          "  all #5 from App/A.swift:3", "    map #6 from App/A.swift:3",
          "a promise #2 from App/A.swift:1", "  map #3 from App/A.swift:1",
          "    all #5 from App/A.swift:3", "map #7 from App/A.swift:4",
        ]
      )
      let obstacles = report.promises.compactMap(\.obstacle)
      #expect(
        obstacles == [
          "waiting for its producer", "waiting for its producer",
          "its handler waits for its context, ManualContext",
        ]
      )
      withExtendedLifetime((unrelated, page, blocked)) {}
      user.discard()
      earlier.discard()
    }
  }

  @Test func `18.6.2 The list can be requested on any thread, at any time`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      weak var released: Promise<Int>?
      do {
        let promise = Promise<Int>()
        released = promise
        #expect(Diagnostics.pending().promises.count == 1)
      }
      #expect(released == nil)
      let kept = Promise<Int>()
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        for round in 0..<20 {
          if number.isMultiple(of: 2) {
            #expect(Diagnostics.pending().promises.contains { $0.id == PromiseID(2) })
          } else {
            let promise = Promise<Int>()
            all(promise, kept.map { $0 + round }).timeout(after: .zero).ignoringErrors()
            promise.resolve(1)
          }
        }
      }
      kept.resolve(1)

      #expect(Diagnostics.pending().promises.isEmpty)
    }
  }

  @Test
  func `18.6.3 The memory of the record is proportional to the number of pending promises`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let next = Locked<Resolver<Int>?>(nil)
      @Sendable func loop(_ rest: Int) -> Promise<Int> {
        let (step, resolver) = Promise<Int>.pending()
        next.withLock { $0 = resolver }
        return step.flatMap { _ in rest == 1 ? Promise(value: 0) : loop(rest - 1) }
      }
      let end = loop(1_000)
      for _ in 0..<999 {
        next.withLock { $0 }?.resolve(1)
        let pending = Diagnostics.pending().promises
        #expect(pending.count == 3)
        #expect(pending.filter(\.waitsFor.isEmpty).count == 1)
      }
      next.withLock { $0 }?.resolve(1)

      #expect(end.got == 0)
      #expect(Diagnostics.pending().promises.isEmpty)
    }
  }

  @Test func `18.6.5 A promise in the list also waits for what its task awaits`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let gate = Promise<Int>()
      let task = Promise(taskNamed: "sync") {
        async let value = gate.value
        return try await value
      }
      let detached = Promise { try await Task.detached { try await gate.value }.value }
      while gate.currentConsumerCount < 2 { await Task.yield() }

      let promises = Diagnostics.pending().promises
      #expect(promises.map(\.waitsFor) == [[], [PromiseID(1)], []])
      #expect(promises[1].obstacle == "its task 'sync' awaits #1")
      #expect(promises[2].obstacle == "its task has not ended")
      gate.resolve(1)
      let values = try await (task.value, detached.value)
      #expect(values == (1, 1))
    }
  }

  @Test func `18.6.6 The list begins with promises that can only be settled by each other`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (queue, other) = (PromiseQueue(), PromiseQueue())
      let limited = other.add {
        try await other.add { Promise(value: 1) }.timeout(after: .seconds(3_600)).value
      }
      let third = PromiseQueue()
      let ending = third.add(timeout: .seconds(3_600)) {
        try await third.add { Promise(value: 1) }.value
      }
      while Diagnostics.pending().promises.count(where: \.awaits) < 2 { await Task.yield() }
      #expect(Diagnostics.pending().cycles.isEmpty)

      let outer = queue.add { try await queue.add { Promise(value: 1) }.value }
      while Diagnostics.pending().cycles.isEmpty { await Task.yield() }
      let report = Diagnostics.pending()
      let cycle = report.cycles[0]
      #expect(cycle.count == 2)
      #expect(report.json.matches(of: /"cycle":0}/).count == 2)
      let text = "waits for itself, \(cycle[0]) → \(cycle[1]) → \(cycle[0])\n"
      #expect("\(report)".contains(text))
      for promise in [limited, ending, outer] { promise.discard() }
    }
  }

  @Test func `18.6.7 The list shows the highest priority that each promise was lent`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      let (promise, other) = (Promise<Int>(), Promise<Int>())
      let end = promise.map { $0 }.map { $0 }
      for priority in [TaskPriority.medium, .high, .low] { end.escalatePriority(to: priority) }
      other.escalatePriority(to: .low)

      let report = Diagnostics.pending()
      #expect(report.promises.map(\.priority) == [.high, .low, .high, .high])
      #expect("\(report)".matches(of: /s, with priority 25/).count == 3)
      #expect(report.json.matches(of: /"priority":17,/).count == 1)
      for promise in [promise, other] { promise.discard() }
    }
  }

  #if !os(Windows)
  @Test
  func `18.6.4 A signal that was given to Diagnostics.dump(on:) prints the list`() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let (registered, received) = (Promise<Void>(), Promise<Void>())
      let own = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .global())
      own.setRegistrationHandler { registered.resolve() }
      own.setEventHandler { received.resolve() }
      own.activate()
      try await registered.value
      let dumped = Locked(Promise<Void>())
      Diagnostics.install(Dumper { dumped.value.resolve() })
      for number in [SIGUSR1, SIGUSR1, SIGUSR2, SIGUSR2] { Diagnostics.dump(on: number) }
      let promise = Promise<Int>(file: "App/A.swift", line: 1)
      for number in [SIGUSR1, SIGUSR2, SIGUSR1] {
        kill(getpid(), number)
        try await dumped.value.value
        dumped.value = Promise()
      }
      try await received.value
      own.cancel()
      promise.discard()

      // Programs that the process starts inherit only that a signal is ignored.
      let handler = unsafe unsafeBitCast(signal(SIGUSR1, SIG_DFL), to: Int.self)
      #expect(unsafe handler != unsafeBitCast(SIG_IGN, to: Int.self))
    }

    let printed = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = printed.split(separator: "\n")
    #expect(lines.count { $0.contains(" pending.") } == 3)
    #expect(lines.dropFirst().first?.hasPrefix("Promise #1 from App/A.swift:1, for ") == true)
  }
  #endif
}

extension PendingReport.Promise {
  fileprivate var awaits: Bool { obstacle?.hasPrefix("its task awaits") == true }
}

/// An observer that adds a line to a dump.
private struct Dumper: PromiseObserver {
  let body: @Sendable () -> Void

  func observe(_: PromiseEvent) {}

  func addToDump() -> String? {
    body()
    return "the end"
  }
}
