import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Tasks and actors that know nothing of explorations.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks))
struct UnmodifiedTasksTests {
  @Test func `tasks run in every order`() throws {
    // The body has ended before a task starts.
    try expectOrders("abc", "acb", "bac", "bca", "cab", "cba", count: 6) { log in
      for name in ["a", "b", "c"] { Task { log.add(name) } }
    }
  }

  @Test func `detached tasks, groups, and child tasks run in every order`() throws {
    try expectOrders("dgc", "gdc") { log in
      let detached = Task.detached { log.add("d") }
      await withTaskGroup { group in
        group.addTask { log.add("g") }
      }
      await detached.value
      async let child: Void = log.add("c")
      await child
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

  /// Each task has a part before the actor (P) and one on it (A), which runs in the order of arrival:
  /// P1 A1 P2 A2, P1 P2 A1 A2, and the same with the tasks exchanged.
  @Test func `two tasks call an actor in four orders`() throws {
    try expectOrders("12", count: 4) { log in
      let source = Source()
      for _ in 1...2 { Task { log.add("\(await source.load())") } }
    }
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

  @Test func `an actor that calls another one can be entered in between`() throws {
    try expectOrders("1", "2") { log in
      let cache = Cache()
      async let first = cache.get()
      async let second = cache.get()
      _ = await (first, second)
      log.add("\(await cache.loads)")
    }
  }

  /// The third task has a part before the main actor, which comes before a, before b, or after it.
  @Test func `jobs of the main actor run in the order of their arrival`() throws {
    try expectOrders("abc", count: 3) { log in
      for name in ["a", "b"] { Task { @MainActor in log.add(name) } }
      Task { await MainActor.run { log.add("c") } }
    }
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

  @Test func `a canceled sleep ends at once, and its timer is no event`() throws {
    try expectOrders("canceled.", count: 1) { log in
      let task = Task {
        do { try await Task.sleep(for: .seconds(9)) } catch { log.add("canceled") }
      }
      task.cancel()
      await task.value
      log.add(".")
    }
  }

  @Test func `a stream delivers its elements`() throws {
    try expectOrders("12") { log in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let reader = Task { for await number in stream { log.add("\(number)") } }
      Task {
        for number in 1...2 { continuation.yield(number) }
        continuation.finish()
      }
      await reader.value
    }
  }
}
