import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

private actor Door {
  private(set) var isOpen = true
  func close() { isOpen = false }
}

/// The texts of reports.
@Suite(.enabled(if: RuntimeHooks.support.hasPoints), .hangLimit)
struct ReportTests {
  private func error(
    _ body: @escaping @Sendable () async throws -> Void
  ) throws -> ExplorationError {
    try #require(throws: ExplorationError.self) { try exploreTasks { _ in try await body() } }
  }

  private struct Closed: Error {}

  @Test(.enabled(if: reportsHaveLines))
  func `tasks have their names, actors numbers, and the cause both`() throws {
    let found = try error {
      let (front, back) = (Door(), Door())
      let visit = Task(name: "visit") { await front.isOpen }
      await back.close()
      let cleanup = Task(name: "cleanup") { await front.close() }
      await cleanup.value
      if await !visit.value { throw Closed() }
    }
    let cause = try #require(found.cause)
    #expect(cause.contains("of `cleanup` (ReportTests.swift:\(#line - 5)) comes before "))
    #expect(cause.contains(" ReportTests.swift:\(#line - 8) of `visit` in "))
    #expect(found.steps.contains { $0.hasPrefix("Door 1: the body in ReportTests.") })
    #expect(found.steps.contains { $0.hasPrefix("Door 2: `cleanup` in ReportTests.") })
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps, "known issues are named since Swift 6.3"))
  func `a known issue of the closure fails no ordering`() throws {
    let report = try exploreTasks { _ in
      withKnownIssue { Issue.record("known") }
      await Task {}.value
    }
    #expect(report.isComplete)
  }

  @Test func `tasks of the same name have their numbers, too`() throws {
    let found = try error {
      for _ in 1...2 { _ = Task(name: "twin") {} }
      throw Closed()
    }
    #expect(found.steps.contains { $0.hasPrefix("`twin` (task 2)") })
    #expect(found.steps.contains { $0.hasPrefix("`twin` (task 3)") })
  }

  @Test func `a failure in every order has no cause`() throws {
    let found = try error {
      await Task {}.value
      throw Closed()
    }
    #expect(found.cause == nil)
    #expect("\(found)".hasPrefix("threw Closed() (after ReportTests.swift:\(#line - 4): `await "))
  }

  private static func receive(_ keep: (CheckedContinuation<Void, Never>) -> Void) async {
    await withCheckedContinuation { keep($0) }
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps && reportsHaveLines))
  func `a callback that does not come is no continuation that is lost`() throws {
    let kept = Log<CheckedContinuation<Void, Never>>()
    let callback = try error { await Self.receive { kept.add($0) } }.waits.first
    let expected = " for a callback, or whatever else resumes its continuation"
    #expect(callback?.hasSuffix(expected) == true, "\(callback ?? "")")
    let loss = try error { await Self.receive { _ in } }.waits.first
    let lost = " for a continuation that was released, and is lost"
    #expect(loss?.hasSuffix(lost) == true, "\(loss ?? "")")
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps && reportsHaveLines))
  func `a body that waits forever tells where, and for what`() throws {
    // Released ones would print a warning.
    let kept = Log<CheckedContinuation<Void, Never>>()
    let found = try error {
      let child = Task(name: "loader") {
        await withCheckedContinuation { kept.add($0) }
      }
      await Task(name: "done") {}.value
      await child.value
    }
    let lines = "\(found)".split(separator: "\n")
    #expect(lines[0] == "the body does not end")
    #expect(lines[1].hasPrefix("the body waits at ReportTests.swift:\(#line - 4) in "))
    #expect(lines[1].hasSuffix(" for another task"))
    #expect(lines[2].hasPrefix("`loader` waits at ReportTests.swift:\(#line - 9) in "))
    #expect(lines[2].hasSuffix(" for a callback, or whatever else resumes its continuation"))
    #expect(lines[3].hasPrefix("found in "))
  }

  @Test(.enabled(if: reportsHaveLines))
  func `a deadlock tells which task holds the lock that another one waits for`() throws {
    let found = try error {
      let (left, right) = (NSLock(), NSLock())
      let first = Task(name: "first") { left.withLock { right.withLock {} } }
      right.withLock { left.withLock {} }
      await first.value
    }
    let places = [#line - 4, #line - 3].map { "ReportTests.swift:\($0)" }
    #expect(
      found.problems == [
        "deadlock: `first` waits at \(places[0]) for a lock that the body holds,"
          + " and the body waits at \(places[1]) for a lock that `first` holds"
      ]
    )
    #expect(found.cause != nil)
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a task that spins is named with its loop`() throws {
    let found = try error {
      await Task(name: "spinner") { while !Task.isCancelled { await Task.yield() } }.value
    }
    let lines = "\(found)".split(separator: "\n")
    #expect(lines[0] == "the ordering has not ended after 10000 steps")
    #expect(lines[1].hasPrefix("`spinner` loops at ReportTests.swift:\(#line - 4) in "))
    #expect(lines.count < 10)
  }

  @Test func `the environment, or a file, replays the ordering of a call before the search`() async
  {
    await #expect(processExitsWith: .success) {
      let temporary = try TemporaryFolder()
      let path = temporary.url.appendingPathComponent("replays.txt").path
      unsafe setenv("PLEDGE_REPLAY_LOG", path, 1)
      let (runs, isMended) = (Locked(0), Locked(false))
      @discardableResult func search() throws -> Exploration.Report {
        try explore { world in
          let log = Log<Int>()
          runs.withLock { $0 += 1 }
          for number in 1...2 { world.context("\(number)").run { log.add(number) } }
          world.run()
          world.expect(isMended.value || log.entries == [1, 2])
        }
      }
      #expect(throws: ExplorationError.self) { try search() }
      let line = try String(contentsOfFile: path, encoding: .utf8)
      #expect(line.wholeMatch(of: /PledgeTestingTests\/ReportTests.swift:\d+ 1\n/) != nil)
      unsafe unsetenv("PLEDGE_REPLAY_LOG")
      for request in [String(line.dropLast()), path] {
        runs.value = 0
        unsafe setenv("PLEDGE_REPLAY", request, 1)
        #expect(throws: ExplorationError.self) { try search() }
        #expect(runs.value == 1)
      }
      isMended.value = true
      #expect(try search().isComplete)
      unsafe setenv("PLEDGE_REPLAY", line.dropLast() + ".0.1", 1)
      #expect(try search().isComplete)
    }
  }
}
