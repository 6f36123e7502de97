import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

@Suite(.enabled(if: tasksHaveExecutors))
struct ReplayTests {
  @Test(
    arguments: [
      (Replay(choices: []), "first"),
      (Replay(choices: [1, 0, 2]), "1.0.2"),
      (Replay(choices: [], timers: .atAnyTime), "first-t"),
      (Replay(choices: [3], mark: .init(steps: 12, hash: 0xBEEF)), "3-12xbeef"),
      (Replay(choices: [3], timers: .atAnyTime, mark: .init(steps: 7, hash: 1)), "3-t-7x1"),
    ]
  )
  fileprivate func `an ordering is read as it is written`(replay: Replay, text: String) {
    #expect(replay.text == text)
    #expect(Replay(text) == replay)
  }

  private static func program(_ world: Exploration.World) {
    let log = Log<String>()
    for name in ["a", "b"] {
      world.start { log.add(name) }
    }
    after(.seconds(1), clock: world.clock).ignoringErrors()
    world.run()
    world.expect(log.entries == ["a", "b"])
  }

  @Test(arguments: [Exploration.Timers.afterJobs, .atAnyTime])
  func `a text tells the rule for timers, and whether the steps are the same`(
    timers: Exploration.Timers
  ) throws {
    let found = try #require(throws: ExplorationError.self) {
      try explore(timers: timers, ReplayTests.program)
    }
    #expect(found.replay.hasPrefix(timers == .atAnyTime ? "1-t-3x" : "1-3x"))
    let replayed = #expect(throws: ExplorationError.self) {
      try explore(replaying: found.replay, ReplayTests.program)
    }
    #expect(replayed?.steps == found.steps)
    #expect(replayed?.problems == found.problems)

    var other = try #require(Replay(found.replay))
    let mark = try #require(other.mark)
    other.mark = Replay.Mark(steps: mark.steps, hash: mark.hash ^ 1)
    let misfit = #expect(throws: ExplorationError.self) {
      try explore(replaying: other.text, ReplayTests.program)
    }
    #expect(misfit?.problems.last?.hasPrefix("the replay does not fit") == true)
  }

  @Test(.enabled(if: RuntimeHooks.support.hasPoints))
  func `a replay fits where something takes a lock when it is first used`() throws {
    let isFirst = Locked(false)
    @Sendable func program(_ world: Exploration.World) {
      let log = Log<Int>()
      for number in 1...2 {
        Task {
          if isFirst.value {
            isFirst.value = false
            NSLock().withLock {}
          }
          log.add(number)
        }
      }
      world.run()
      world.expect(log.entries == [1, 2])
    }
    let found = #expect(throws: ExplorationError.self) { try explore(program) }
    isFirst.value = true
    let replay = try #require(found?.replay)
    let error = #expect(throws: ExplorationError.self) { try explore(replaying: replay, program) }
    #expect(error?.finding == .failure)
  }

  private struct Labels: PromiseObserver {
    let log = Log<String>()
    func observe(_ event: PromiseEvent) {
      if case .labeled(let label) = event.kind { log.add(label) }
    }
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a timeline shows each part of a task as a promise`() throws {
    let labels = Labels()
    let installation = Diagnostics.install(labels)
    defer { installation.remove() }
    try explore(replaying: "first") { world in
      Task(name: "sleeper") { try await Task.sleep(for: .seconds(1)) }
      world.run()
    }
    #expect(labels.log.entries.count { $0.hasPrefix("`sleeper`") } == 2)
  }

  @Test func `two runs of an ordering are compared now and then`() {
    let runs = Locked(0)
    let error = #expect(throws: ExplorationError.self) {
      try explore(by: .random(seed: 1)) { world in
        runs.withLock { $0 += 1 }
        for number in 0..<6 { world.context("\(number)").run {} }
        // As a choice of the code would, once.
        if runs.value == 65 { world.context("6").run {} }
        world.run()
      }
    }
    #expect(error?.tried == 64)
    #expect(error?.problems.first?.hasPrefix("the same choices led to different events") == true)
  }
}
