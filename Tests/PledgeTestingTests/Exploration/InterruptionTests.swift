import Dispatch
import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Verifies that `body`, a task, ends with these results alone, in one ordering or another of all.
private func expectResults(
  _ results: String...,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async -> String
) throws {
  let found = Log<String>()
  let report = try exploreTasks(within: .orderings(20_000)) { _ in found.add(await body()) }
  #expect(Set(found.entries) == Set(results), sourceLocation: sourceLocation)
  #expect(report.isComplete, "\(report)", sourceLocation: sourceLocation)
}

/// Events that can come first in the middle of a part of a task.
@Suite(.enabled(if: RuntimeHooks.support.hasPoints), .hangLimit)
struct InterruptionTests {
  @Test func `a job of a context waits for the lock of an interrupted part`() throws {
    let report = try explore { world in
      let lock = NSLock()
      Task { lock.withLock { _ = Task {} } }
      world.context("main").run { lock.withLock {} }
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `nothing comes first while a task waits for a queue`() throws {
    try expectResults("1", "2") {
      let (queue, log) = (DispatchQueue(label: "queue"), Log<Int>())
      @Sendable func add(_ number: Int) {
        queue.sync {
          log.add(number)
          Task {}
          log.add(number)
        }
      }
      let other = Task { add(1) }
      add(2)
      await other.value
      #expect([[1, 1, 2, 2], [2, 2, 1, 1]].contains(log.entries))
      return "\(log.entries[0])"
    }
  }

  @Test func `a lock that another thread takes, too, is no deadlock`() throws {
    let (lock, isDone) = (NSLock(), Locked(false))
    Thread.detachNewThread { while !isDone.value { lock.withLock { _ = usleep(10) } } }
    defer { isDone.value = true }
    let report = try exploreTasks(within: .orderings(500)) { _ in
      let inner = NSLock()
      let tasks = (0..<2).map { _ in Task { lock.withLock { inner.withLock {} } } }
      for task in tasks { await task.value }
    }
    #expect(report.tried == 500)
  }

  @Test func `a loop that only asks a lock fails, and ends`() throws {
    let error = try #require(throws: ExplorationError.self) {
      try exploreTasks(within: .orderings(10)) { _ in
        let (isDone, lock) = (Locked(false), NSLock())
        let other = Task { lock.withLock { isDone.value = true } }
        while lock.withLock({ !isDone.value }) {}
        await other.value
      }
    }
    #expect(error.problems[0].hasPrefix("the ordering has not ended after 100000 points: the body"))
  }

  private final class Store: Sendable {
    static let shared = Store()
    let value = Locked(0)
    init() { value.value += 1 }
  }

  @Test func `what takes a lock when it is first used changes no later ordering`() throws {
    let report = try exploreTasks { _ in
      async let first = Store.shared.value.value
      async let second = Store.shared.value.value
      _ = await (first, second)
    }
    #expect(report.tried > 1)
  }

  /// Others do not see a section in which nothing comes first, nor one of a `Mutex`.
  @Test func `a program that tries a lock is not explored in all orderings`() throws {
    @Sendable func tryLock() {
      let lock = NSLock()
      if lock.try() { lock.unlock() }
    }
    let report = try exploreTasks { _ in tryLock() }
    #expect(!report.isComplete)
    #expect("\(report)" == "1 orderings, in which sections of a Mutex or a tried lock are whole")
  }

  @Test func `a part of the main actor can be interrupted, but by no other one`() throws {
    try expectResults("abm", "bam", "amb") {
      let log = Log<String>()
      await Task { @MainActor in
        let task = Task.detached { log.add("b") }
        let main = Task { @MainActor in log.add("m") }
        log.add("a")
        MainActor.preconditionIsolated()
        await task.value
        await main.value
      }.value
      return log.entries.joined()
    }
  }
}

/// Locks that are never released.
@Suite(.enabled(if: RuntimeHooks.support.hasPoints), .hangLimit)
struct DeadlockTests {
  private func deadlock(_ body: @escaping @Sendable () async -> Void) throws -> ExplorationError {
    try #require(throws: ExplorationError.self) { try exploreTasks { _ in await body() } }
  }

  @Test func `the main actor can take part, and the exploration returns`() throws {
    let found = try deadlock {
      let (left, right) = (NSLock(), NSLock())
      let first = Task { @MainActor in left.withLock { right.withLock {} } }
      right.withLock { left.withLock {} }
      await first.value
    }
    #expect(found.problems.first?.hasPrefix("deadlock: ") == true, "\(found)")
  }

  @Test(arguments: 1...20)
  func `a deadlock names the tasks that hold the locks then`(seed: UInt64) throws {
    let found = try #require(throws: ExplorationError.self) {
      try exploreTasks(by: .random(seed: seed)) { _ in
        let (left, right, inner) = (NSLock(), NSLock(), NSLock())
        let other = Task(name: "other") { left.withLock { inner.withLock {} } }
        let first = Task(name: "first") { right.withLock { left.withLock {} } }
        let second = Task(name: "second") { left.withLock { right.withLock {} } }
        for task in [other, first, second] { await task.value }
      }
    }
    let text = found.problems.first ?? ""
    #expect(["first", "second"].allSatisfy { text.contains("that `\($0)` holds") }, "\(text)")
  }

  @Test func `a lock that its own task holds fails the ordering`() throws {
    let found = try deadlock {
      let lock = NSLock()
      lock.withLock { lock.withLock {} }
    }
    #expect(found.problems.count == 1, "\(found)")
  }
}
