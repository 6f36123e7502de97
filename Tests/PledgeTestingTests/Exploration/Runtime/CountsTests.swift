import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Numbers of orderings that were derived by hand.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks))
struct CountsTests {
  private actor Counter {
    var count = 0
    func add() { count += 1 }
  }

  /// Each task has a part before the actor (P) and one on it (A), which runs in the order of arrival:
  /// P1 A1 P2 A2, P1 P2 A1 A2, and the same with the tasks exchanged.
  @Test func `two tasks call an actor in four orders`() throws {
    let report = try explore { world in
      let counter = Counter()
      for _ in 1...2 { Task { await counter.add() } }
      world.run()
    }
    #expect(report.isComplete)
    #expect(report.tried == 4)
  }

  /// Each task starts (S), its timer fires (T), and it continues (C).
  ///
  /// There are 20 ways to merge two such sequences. If both timers have been started before one fires, the first one fires first:
  /// that excludes 2 × 3 of them.
  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `two tasks sleep in fourteen orders`() throws {
    let report = try explore { world in
      for seconds in 1...2 { Task { try await Task.sleep(for: .seconds(seconds)) } }
      world.run()
    }
    #expect(report.isComplete)
    #expect(report.tried == 14)
  }

  /// The third task has a part before the main actor, which comes before a, before b, or after it.
  @Test func `jobs of the main actor run in the order of their arrival`() throws {
    let report = try explore { world in
      let log = Log<String>()
      for name in ["a", "b"] { Task { @MainActor in log.add(name) } }
      Task { await MainActor.run { log.add("c") } }
      world.run()
      world.expect(log.entries == ["a", "b", "c"])
    }
    #expect(report.tried == 3)
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a job that yields three times lets everything else go first`() throws {
    let report = try explore { world in
      let log = Log<String>()
      Task {
        for _ in 1...3 { await Task.yield() }
        log.add("yielded")
      }
      Task { log.add("other") }
      world.run()
      world.expect(log.entries == ["other", "yielded"])
    }
    // The other task starts before the first part of this one, or after its first, second, or third.
    #expect(report.tried == 4)
    // It cannot come after the fourth.
    #expect(!report.isComplete)
    #expect("\(report)" == "all 4 orderings without repeated yields or timers")
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `a job is overtaken by three timers at most`() throws {
    let counts = Log<Int>()
    let report = try explore { world in
      let beats = Log<Int>()
      let heart = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(1))
          beats.add(1)
        }
      }
      Task {
        counts.add(beats.count)
        heart.cancel()
      }
      world.run()
    }
    #expect(Set(counts.entries) == [0, 1, 2, 3])
    #expect(!report.isComplete)
  }
}
