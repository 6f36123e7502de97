import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Verifies in which orders `body`, a task, and what it starts, fill a log: in these alone, in all
/// orderings or, if these are too many, in those without interruptions, and some with one.
func expectOrders(
  _ orders: String...,
  isComplete: Bool = true,
  timers: Exploration.Timers = .afterJobs,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Log<String>) async throws -> Void
) throws {
  let found = Log<String>()
  let report = try exploreTasks(within: .orderings(4_000), timers: timers) { world in
    let log = Log<String>()
    try await body(log)
    await world.rest()
    found.add(log.entries.joined())
  }
  #expect(Set(found.entries) == Set(orders), sourceLocation: sourceLocation)
  let omission = isComplete ? "" : " without repeated yields or timers"
  if let bound = report.bound, !report.isExhausted {
    return #expect(bound >= 0, "\(report)", sourceLocation: sourceLocation)
  }
  let all = "all \(report.tried) orderings\(omission)"
  #expect("\(report)".hasPrefix(all), sourceLocation: sourceLocation)
  #expect(report.isComplete == isComplete, sourceLocation: sourceLocation)
}

/// Tasks and actors that know nothing of explorations.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks))
struct UnmodifiedTasksTests {
  private actor Source {
    // Without state, the optimizer would remove the hop to this actor.
    private var loads = 0
    func load() -> Int {
      loads += 1
      return loads
    }
  }

  /// The first task may have left the actor when the second one notes what it got there.
  @Test func `a task that leaves an actor can be overtaken`() throws {
    try expectOrders("12", "21") { log in
      let source = Source()
      for _ in 1...2 { Task { log.add("\(await source.load())") } }
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
    try expectOrders("canceled.") { log in
      let task = Task {
        do { try await Task.sleep(for: .seconds(9)) } catch { log.add("canceled") }
      }
      task.cancel()
      await task.value
      log.add(".")
    }
  }
}

/// Tasks that sleep or yield, and know nothing of explorations.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps))
struct UnmodifiedSleepsTests {
  /// Starts two sleeping tasks, named a and b.
  private func sleep(for seconds: Int..., in log: Log<String>) {
    for (name, time) in zip(["a", "b"], seconds) {
      Task {
        try await Task.sleep(for: .seconds(time))
        log.add(name)
      }
    }
  }

  @Test func `two tasks sleep in every order, and in no time`() throws {
    // The second task may be late.
    try expectOrders("ab", "ba", timers: .atAnyTime) { sleep(for: 3, 1, in: $0) }
  }

  @Test func `a timer waits for parts, unless it may fire at any time`() throws {
    try expectOrders("ba") { sleep(for: 3, 1, in: $0) }
  }

  /// Two timers that are due are followed by two parts; a due timer waits for no part.
  @Test func `timers that are due at the same time come in any order with parts`() throws {
    try expectOrders("ab", "ba") { sleep(for: 1, 1, in: $0) }
  }

  /// Shows a value that is followed by no other one for some time.
  private actor Debounce {
    private var latest: Task<Void, any Error>?

    func receive(_ value: String, _ log: Log<String>) {
      latest?.cancel()
      latest = Task {
        try await Task.sleep(for: .milliseconds(200))
        log.add(value)
      }
    }
  }

  @Test func `a correct debounce passes`() throws {
    try expectOrders("bc") { log in
      let debounce = Debounce()
      var now = 0
      for (value, time) in [("a", 0), ("b", 100), ("c", 400)] {
        try await Task.sleep(for: .milliseconds(time - now))
        now = time
        await debounce.receive(value, log)
      }
    }
  }

  @Test func `a dictionary is iterated in the same order each time`() throws {
    let kept = Log<[String: Int]>()
    let report = try exploreTasks { _ in
      let numbers = ["a": 1, "b": 2, "c": 3]
      // Each one has another address.
      kept.add(numbers)
      await withTaskGroup { group in
        for (name, _) in numbers { group.addTask { if name == "a" { await Task.yield() } } }
      }
    }
    #expect(report.isComplete)
  }

  @Test func `the clock shows the time of the world`() throws {
    try expectOrders("1.5 seconds") { log in
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(1_500))
      log.add("\(start.duration(to: .now))")
    }
  }

  /// The job waits twice: before it starts, and before it takes the lock of the log.
  @Test(.enabled(if: RuntimeHooks.support.hasPoints))
  func `a job that waits is overtaken by three timers at most`() throws {
    // Six at most, three for each.
    try expectOrders(
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      isComplete: false,
      timers: .atAnyTime
    ) { log in
      let beats = Log<Int>()
      let heart = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(1))
          beats.add(1)
        }
      }
      Task {
        log.add("\(beats.count)")
        heart.cancel()
      }
    }
  }

  @Test(.enabled(if: RuntimeHooks.support.hasPoints))
  func `a task that yields often lets what waits come first, not all that follows`() throws {
    // The second task may have come as far as the lock of the log.
    try expectOrders("yab", "ayb", "aby", isComplete: false) { log in
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
  }

  @Test(.enabled(if: RuntimeHooks.support.hasPoints))
  func `a loop that yields ends`() throws {
    try expectOrders("fs", "sf", isComplete: false) { log in
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
  }
}
