import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

@Suite(.enabled(if: tasksHaveExecutors))
struct ExploreAsyncTests {
  private struct Refused: Error {}

  private enum Local {
    @TaskLocal static var name = ""
  }

  @Test func `time passes while the body sleeps`() throws {
    let report = try exploreTasks { world in
      let log = Log<Int>()
      @Sendable func sleep(_ seconds: Int) async throws {
        try await world.clock.sleep(until: .init(offset: .seconds(seconds)))
        log.add(seconds)
      }
      async let slow: Void = sleep(20)
      async let fast: Void = sleep(10)
      try await slow
      try await fast
      world.expect(log.entries.sorted() == [10, 20])
      world.expect(world.clock.now.offset == .seconds(20))
    }
    #expect(report.isComplete)
  }

  @Test func `what is left when the body ends still happens`() throws {
    let report = try exploreTasks { world in
      world.pending(Int.self, .value(1), .error(Refused())).ignoringErrors()
    }
    #expect(report.tried == 2)
  }

  @Test func `a body runs with the task-local values of the caller`() throws {
    try Local.$name.withValue("test") {
      let report = try exploreTasks { world in
        await world.rest()
        world.expect(Local.name == "test")
      }
      #expect(report.isComplete)
    }
  }

  @Test func `a body that waits for a promise that stays pending fails, and is named`() {
    let problems = problems { world in
      let answer = world.pending(Int.self, .never, label: "user", file: "App/A.swift", line: 3)
      _ = try? await answer.map { $0 }.value
    }
    let start = "the body does not end: it waits for map of user from App/A.swift:3, or something"
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("\(start) outside the world, such as") == true)
  }

  fileprivate enum Outside: CaseIterable {
    case mainActor, task, detachedTask, sleep

    /// Those that wait, also where the hooks of the runtime bring the others into the world.
    static var allCases: [Outside] {
      let support = RuntimeHooks.support
      let others: [Outside] = [.task, .detachedTask]
      return others + (support.hasTasks ? [] : [.mainActor]) + (support.hasSleeps ? [] : [.sleep])
    }

    /// Waits for something that does not end before `gate` is settled.
    func wait(for gate: Future<Void>) async {
      switch self {
      case .mainActor: await MainActor.run {}
      case .task: await Task { try? await gate.value }.value
      case .sleep: try? await Task.sleep(for: .seconds(50))
      case .detachedTask: await Task.detached { try? await gate.value }.value
      }
    }
  }

  @Test(arguments: Outside.allCases)
  fileprivate func `a body that waits for something outside fails, and does not hang`(
    outside: Outside
  ) {
    let gate = Promise<Void>()
    let problems = problems { _ in await outside.wait(for: gate) }
    gate.resolve()
    // Its task is resumed by another thread while it is explored, or later.
    let expected = [
      "the body does not end: it waits for something outside the world",
      "a task was resumed by another thread",
    ]
    #expect(problems.contains { problem in expected.contains { problem.hasPrefix($0) } })
  }

  @Test func `a task that is resumed later continues outside the world`() async throws {
    let ended = Promise<Void>()
    let waiting = Log<CheckedContinuation<Void, Never>>()
    let problems = problems { _ in
      await withCheckedContinuation { waiting.add($0) }
      ended.resolve()
    }
    #expect(problems.first?.hasPrefix("the body does not end") == true)
    #expect(ended.isPending)
    for continuation in waiting.entries { continuation.resume() }
    try await expectSettles(ended)
  }

  @Test func `a loop that ignores its cancellation while it sleeps is limited, too`() {
    let isDone = Locked(false)
    let hasSpun = Locked(false)
    let problems = problems { world in
      var turns = 0
      while !isDone.value, turns < 100_000 {
        turns += 1
        try? await world.clock.sleep(for: .seconds(1))
      }
      if !isDone.value, world.watch.isHere { hasSpun.value = true }
    }
    isDone.value = true
    #expect(problems.first == "the ordering has not ended after 10000 steps")
    #expect(!hasSpun.value)
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a task that ignores its cancellation continues outside the world`() async {
    let (isDone, hasEnded) = (Locked(false), Promise<Void>())
    let problems = problems { _ in
      while !isDone.value { await Task.yield() }
      hasEnded.resolve()
    }
    #expect(problems.first == "the ordering has not ended after 10000 steps")
    isDone.value = true
    _ = try? await expectSettles(hasEnded, within: .seconds(120))
  }

  @Test func `what is added after the end is discarded`() throws {
    let worlds = Log<Exploration.World>()
    try exploreTasks { world in worlds.add(world) }
    let world = try #require(worlds.entries.first)
    #expect(!world.pending(Int.self, .value(1)).isPending)
    #expect(!after(.seconds(1), clock: world.clock).isPending)
  }

  /// The problems of the first ordering that fails.
  private func problems(
    _ body: @escaping @Sendable (Exploration.World) async throws -> Void
  ) -> [String] {
    PledgeTestingTests.problems { world in
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      try world.run(body)
    }
  }
}
