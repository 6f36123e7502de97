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

private actor Door {
  private(set) var isOpen = true
  func close() { isOpen = false }
}

/// Events that can come first in the middle of a part of a task.
@Suite(.enabled(if: RuntimeHooks.support.hasPoints), .hangLimit)
struct InterruptionTests {
  @Test func `a task that was started can come before the rest of the part`() throws {
    try expectResults("open", "closed") {
      let door = Door()
      let visit = Task { await door.isOpen }
      await door.close()
      return await visit.value ? "open" : "closed"
    }
  }

  @Test func `a child task can come before the rest of the part`() throws {
    try expectResults("open", "closed") {
      let door = Door()
      async let isOpen = door.isOpen
      await door.close()
      return await isOpen ? "open" : "closed"
    }
  }

  @Test func `a task that was resumed can come before the rest of the part`() throws {
    try expectResults("early", "late") {
      let (gate, isDone) = (Locked<CheckedContinuation<Void, Never>?>(nil), Locked(false))
      async let wasDone = {
        await withCheckedContinuation { gate.value = $0 }
        return isDone.value
      }()
      try? await Task.sleep(for: .seconds(1))
      gate.value?.resume()
      isDone.value = true
      return await wasDone ? "late" : "early"
    }
  }

  @Test func `a task can be interrupted between two sections of a lock`() throws {
    try expectResults("1", "2") {
      let count = Locked(0)
      await withTaskGroup { group in
        for _ in 1...2 { group.addTask { count.value = count.value + 1 } }
      }
      return "\(count.value)"
    }
  }

  @Test func `elements of a stream come in every order`() throws {
    try expectResults("abc", "bac", "bca") {
      let (stream, input) = AsyncStream.makeStream(of: String.self)
      async let first: Void = { _ = input.yield("a") }()
      input.yield("b")
      input.yield("c")
      await first
      input.finish()
      return await stream.reduce("") { $0 + $1 }
    }
  }

  @Test func `a cancellation can come between two checks`() throws {
    try expectResults("[true, true]", "[false, true]", "[false, false]") {
      let task = Task { [Task.isCancelled, Task.isCancelled] }
      task.cancel()
      return "\(await task.value)"
    }
  }

  /// Hands out one permit.
  private final class Semaphore: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>
    private let state = Locked<(isFree: Bool, waiters: [Waiter])>((true, []))

    func acquire() async throws {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if !state.isFree { state.waiters.append(continuation) }
          defer { state.isFree = false }
          return state.isFree
        }
        if isFree { continuation.resume() }
      }
      // The permit is lost.
      try Task.checkCancellation()
    }

    func release() {
      let next = state.withLock { state in
        state.isFree = state.waiters.isEmpty
        return state.isFree ? nil : state.waiters.removeFirst()
      }
      next?.resume()
    }

    var isFree: Bool { state.withLock(\.isFree) }
  }

  @Test func `a semaphore loses the permit of a canceled waiter`() throws {
    try expectResults("free", "lost") {
      let semaphore = Semaphore()
      let waiter = Task {
        try await semaphore.acquire()
        semaphore.release()
      }
      waiter.cancel()
      _ = await waiter.result
      return semaphore.isFree ? "free" : "lost"
    }
  }

  /// Runs operations one after the other, until it is shut down.
  private actor Worker {
    private var isShutDown = false
    private(set) var done = 0

    func run() { if !isShutDown { done += 1 } }
    func shutDown() { isShutDown = true }
  }

  @Test func `a shutdown drops what was queued before`() throws {
    try expectResults("0", "1") {
      let worker = Worker()
      let operation = Task { await worker.run() }
      await worker.shutDown()
      await operation.value
      return "\(await worker.done)"
    }
  }

  @Test func `a job of a context waits for the lock of an interrupted part`() throws {
    let report = try explore { world in
      let lock = NSLock()
      Task { lock.withLock { _ = Task {} } }
      world.context("main").run { lock.withLock {} }
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a section of a lock can come between two of another task`() throws {
    try expectResults("1", "2") {
      let count = Locked(0)
      @Sendable func increment() {
        let old = count.value
        count.value = old + 1
      }
      let other = Task { increment() }
      increment()
      await other.value
      return "\(count.value)"
    }
  }

  @Test func `a promise can be settled between a handler and the section that follows`() throws {
    try expectResults("hos", "hso", "ohs", "sho") {
      let (log, promise) = (Log<String>(), Promise<Void>())
      let settling = Task {
        promise.resolve()
        log.add("s")
      }
      promise.observe { _ in log.add("h") }
      log.add("o")
      await settling.value
      return log.entries.joined()
    }
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

  @Test func `two tasks that take two locks in opposite orders fail an ordering`() throws {
    let found = try deadlock {
      let (left, right) = (NSLock(), NSLock())
      async let first: Void = left.withLock { right.withLock {} }
      async let second: Void = right.withLock { left.withLock {} }
      _ = await (first, second)
    }
    #expect(found.problems.first?.hasPrefix("deadlock: ") == true, "\(found)")
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

  @Test func `a lock that its own task holds fails the ordering`() throws {
    let found = try deadlock {
      let lock = NSLock()
      lock.withLock { lock.withLock {} }
    }
    #expect(found.problems.count == 1, "\(found)")
  }
}
