import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Code that knows nothing of explorations.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks))
struct UnmodifiedTests {
  /// Runs `body` in every order; returns the different results.
  private func results(
    isComplete: Bool = true,
    _ body: @escaping @Sendable (Log<String>) async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (orders: Set<String>, report: Exploration.Report) {
    let orders = Log<String>()
    let report = try explore { world in
      let log = Log<String>()
      try await body(log)
      await world.runUntilIdle()
      orders.add(log.entries.joined())
    }
    #expect(report.isComplete == isComplete, sourceLocation: sourceLocation)
    return (Set(orders.entries), report)
  }

  @Test func `tasks run in every order`() throws {
    let (orders, report) = try results { log in
      for name in ["a", "b", "c"] { Task { log.add(name) } }
    }
    #expect(orders == ["abc", "acb", "bac", "bca", "cab", "cba"])
    // The body has ended before a task starts.
    #expect(report.tried == 6)
  }

  @Test func `detached tasks, groups, and child tasks run in every order`() throws {
    let (orders, _) = try results { log in
      let detached = Task.detached { log.add("d") }
      await withTaskGroup { group in
        group.addTask { log.add("g") }
      }
      await detached.value
      async let child: Void = log.add("c")
      await child
    }
    #expect(orders == ["dgc", "gdc"])
  }

  @MainActor private final class Model {
    var value = 0
    func add(_ log: Log<String>) async {
      let before = value
      await Task.yield()
      value = before + 1
      note(log)
    }
    private nonisolated func note(_ log: Log<String>) {
      MainActor.assumeIsolated { log.add("\(value)") }
    }
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `an update of the main actor is lost`() throws {
    let (orders, _) = try results { log in
      let model = Model()
      async let first: Void = model.add(log)
      async let second: Void = model.add(log)
      _ = await (first, second)
    }
    #expect(orders == ["12", "11"])
  }

  private actor Cache {
    private var value: Int?
    private(set) var loads = 0
    private let source = Source()
    func get() async -> Int {
      if let value { return value }
      loads += 1
      preconditionIsolated()
      let loaded = await source.load()
      preconditionIsolated()
      value = loaded
      return loaded
    }
  }

  private actor Source {
    // Without state, the optimizer would remove the hop to this actor.
    private var loads = 0
    func load() -> Int {
      loads += 1
      return loads
    }
  }

  @Test func `an actor that calls another one can be entered in between`() throws {
    let (orders, _) = try results { log in
      let cache = Cache()
      async let first = cache.get()
      async let second = cache.get()
      _ = await (first, second)
      log.add("\(await cache.loads)")
    }
    #expect(orders == ["1", "2"])
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a sleep takes no time`() throws {
    let (orders, _) = try results { log in
      for seconds in [3, 1] {
        Task {
          try await Task.sleep(for: .seconds(seconds))
          log.add("\(seconds)")
        }
      }
    }
    // The first task may be late.
    #expect(orders == ["13", "31"])
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `the clock shows the time of the world`() throws {
    let (orders, _) = try results { log in
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(1_500))
      log.add("\(start.duration(to: .now))")
    }
    #expect(orders == ["1.5 seconds"])
  }

  @Test func `a canceled sleep ends at once, and its timer is no event`() throws {
    let (orders, report) = try results { log in
      let task = Task {
        do { try await Task.sleep(for: .seconds(9)) } catch { log.add("canceled") }
      }
      task.cancel()
      await task.value
      log.add(".")
    }
    #expect(orders == ["canceled."])
    #expect(report.tried == 1)
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a loop that yields ends`() throws {
    let (orders, _) = try results(isComplete: false) { log in
      let flag = Locked(false)
      let spinner = Task {
        while !flag.value { await Task.yield() }
        log.add("s")
      }
      Task {
        try await Task.sleep(for: .seconds(1))
        flag.value = true
        log.add("f")
      }
      await spinner.value
    }
    #expect(orders == ["fs"])
  }

  @Test func `a task that yields often lets what waits come first, not all that follows`() throws {
    let (orders, _) = try results(isComplete: false) { log in
      Task {
        for _ in 1...3 { await Task.yield() }
        log.add("y")
      }
      Task {
        log.add("a")
        await Task.yield()
        log.add("b")
      }
    }
    #expect(orders == ["ayb", "aby"])
  }

  @Test func `a stream delivers its elements`() throws {
    let (orders, _) = try results { log in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let reader = Task { for await number in stream { log.add("\(number)") } }
      Task {
        for number in 1...2 { continuation.yield(number) }
        continuation.finish()
      }
      await reader.value
    }
    #expect(orders == ["12"])
  }

  @Test func `a body that waits forever fails, and does not hang`() throws {
    let waiting = Log<CheckedContinuation<Void, Never>>()
    defer { for continuation in waiting.entries { continuation.resume() } }
    let error = #expect(throws: ExplorationError.self) {
      try explore { _ in
        await withCheckedContinuation { waiting.add($0) }
      }
    }
    #expect(error?.problems.first?.hasPrefix("the body does not end") == true)
  }

  private actor Server {
    func find(_ text: String) async throws -> String {
      try await Task.sleep(for: .seconds(text.count == 1 ? 3 : 1))
      return "\(text)…"
    }
  }

  @MainActor private final class Search {
    private(set) var result = ""
    private let server = Server()
    private var latest: Task<Void, any Error>?

    func search(_ text: String, isRepaired: Bool) {
      if isRepaired { latest?.cancel() }
      latest = Task {
        let found = try await server.find(text)
        if isRepaired { try Task.checkCancellation() }
        result = found
      }
    }
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a stale result is found, shortened, replayed, and named`() throws {
    func search(_ world: Exploration.World, isRepaired: Bool) {
      let model = Search()
      Task { @MainActor in
        for text in ["a", "ab"] { model.search(text, isRepaired: isRepaired) }
      }
      world.run()
      Task { @MainActor in world.expect(model.result == "ab…", "the result is \(model.result)") }
      world.run()
    }
    let report = try explore { search($0, isRepaired: true) }
    #expect(report.isComplete)
    let found = try #require(throws: ExplorationError.self) {
      try explore { search($0, isRepaired: false) }
    }
    for _ in 1...100 {
      let replayed = #expect(throws: ExplorationError.self) {
        try explore(replaying: found.replay) { search($0, isRepaired: false) }
      }
      #expect(replayed?.steps == found.steps)
    }
    #expect(found.steps.contains("Server: task 2 in Server.find"))
    #expect(found.steps.contains("clock at 3.0 seconds: task 2 wakes"))
    #expect(found.steps.contains { $0.hasPrefix("main actor: task 2") })
  }

  @Test @MainActor func `a test of the main actor explores, and stays on it`() throws {
    let report = try explore { world in
      MainActor.assumeIsolated {}
      for _ in 1...2 { Task { @MainActor in MainActor.preconditionIsolated() } }
      world.run()
    }
    // The main actor runs its jobs in order.
    #expect(report.tried == 1)
  }
}
