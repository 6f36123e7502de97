import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Tasks that sleep or yield, and know nothing of explorations.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps))
struct UnmodifiedSleepsTests {
  /// Each task starts (S), its timer fires (T), and it continues (C).
  ///
  /// There are 20 ways to merge two such sequences. If both timers have been started before one
  /// fires, the first one fires first: that excludes 2 × 3 of them.
  @Test func `two tasks sleep in fourteen orders, and in no time`() throws {
    // The first task may be late.
    try expectOrders("13", "31", count: 14) { log in
      for seconds in [3, 1] {
        Task {
          try await Task.sleep(for: .seconds(seconds))
          log.add("\(seconds)")
        }
      }
    }
  }

  @Test func `the clock shows the time of the world`() throws {
    try expectOrders("1.5 seconds") { log in
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(1_500))
      log.add("\(start.duration(to: .now))")
    }
  }

  @Test func `a job is overtaken by three timers at most`() throws {
    try expectOrders("0", "1", "2", "3", isComplete: false) { log in
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

  @Test func `an update of the main actor is lost`() throws {
    try expectOrders("12", "11") { log in
      let model = Model()
      async let first: Void = model.add(log)
      async let second: Void = model.add(log)
      _ = await (first, second)
    }
  }

  @Test func `a job that yields three times lets everything else go first`() throws {
    // The other task starts before the first part of this one, or after its first, second, or third,
    // but not after the fourth.
    try expectOrders("oy", count: 4, isComplete: false) { log in
      Task {
        for _ in 1...3 { await Task.yield() }
        log.add("y")
      }
      Task { log.add("o") }
    }
  }

  @Test func `a task that yields often lets what waits come first, not all that follows`() throws {
    try expectOrders("ayb", "aby", isComplete: false) { log in
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

  @Test func `a loop that yields ends`() throws {
    try expectOrders("fs", isComplete: false) { log in
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
