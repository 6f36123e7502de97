import Pledge
import PledgeLoad
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Screens, on the main actor of a world.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps), .hangLimit)
struct LoadScreensTests {
  /// In all orders of the parts that share something; for the one with most of them, in some.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `each screen shows the latest outcome in each order, and ends each call`() {
    for screen in Screen.all {
      let budget = Exploration.Budget.orderings(screen.isLarge ? 500 : 10_000)
      #expect(throws: Never.self, "\(screen.name)") {
        let report = try explore(
          by: screen.isLarge ? .mixed() : .exhaustive,
          within: budget,
          sharing: .actorsAndLocks
        ) { world in
          let calls = Log<Future<Int>>()
          for load in await screen.show(world, calls) {
            await world.expect(!load.isLoading, "a spinner does not stop")
          }
          world.expect(calls.entries.allSatisfy { !$0.isPending }, "a call has not ended")
        }
        #expect(report.isComplete != screen.isLarge, "\(screen.name): \(report)")
      }
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct Screen {
  /// Returns the loads that are left after all events, and adds the calls to a log.
  typealias Show = @MainActor @Sendable (Exploration.World, Log<Future<Int>>) async -> [Load<Int>]

  let name: String
  let isLarge: Bool
  let show: Show

  init(_ name: String, isLarge: Bool = false, _ show: @escaping Show) {
    (self.name, self.isLarge, self.show) = (name, isLarge, show)
  }

  static let all = [
    Screen("one of two views is released elsewhere") { world, calls in
      let (cache, answer) = (SingleFlight<Int, Int>(), world.pending(Int.self, .value(1)))
      var loads = (0...1).map { _ in Load(.key(1, in: cache) { answer }) }
      for load in loads { calls.add(load.load()) }
      let leaving = Locked<Load<Int>?>(loads.removeFirst())
      Task.detached { leaving.value = nil }
      await world.runUntilIdle()
      world.expect(loads[0].value == 1 && loads[0].error == nil)
      return loads
    },
    Screen("the last view is released elsewhere") { world, calls in
      let (cache, answer) = (SingleFlight<Int, Int>(), world.pending(Int.self, .value(1)))
      let leaving = Locked<Load<Int>?>(Load(.key(1, in: cache) { answer }))
      onMain { _ = leaving.value.map { calls.add($0.load()) } }
      Task.detached { leaving.value = nil }
      await world.runUntilIdle()
      world.expect(!answer.isPending || calls.entries.isEmpty, "the work goes on")
      return []
    },
    Screen("a search for two texts, the second of which may fail", isLarge: true) { world, calls in
      let (load, requests) = (Load<Int>(overlap: .replace), Log<Promise<Int>>())
      for text in 1...2 {
        onMain {
          let other: Exploration.Outcome<Int> = text == 1 ? .value(text) : .error(Broken())
          let request = world.pending(Int.self, .value(text), other)
          requests.add(request)
          calls.add(load.load(.future { request }))
        }
      }
      await world.runUntilIdle()
      let latest = requests.entries.last
      world.expect((load.error == nil) == (latest?.failure == nil), "a wrong error")
      world.expect(latest?.got == nil || load.value == latest?.got, "a stale value")
      return [load]
    },
    Screen("a refresh, while another part inserts a value") { world, calls in
      let cache = SingleFlight<Int, Int>()
      let load = Load(.key(1, in: cache) { world.pending(Int.self, .value(1)) })
      calls.add(load.load())
      Task { cache.insert(2, for: 1) }
      onMain { calls.add(load.refresh()) }
      await world.runUntilIdle()
      world.expect(load.value == cache.cachedValue(for: 1), "a stale value")
      return [load]
    },
    Screen("a failure, while another part inserts a value") { world, calls in
      let cache = SingleFlight<Int, Int>()
      let load = Load(.key(1, in: cache) { world.pending(Int.self, .error(Broken())) })
      calls.add(load.load())
      Task { cache.insert(2, for: 1) }
      await world.runUntilIdle()
      world.expect(load.value == 2 && load.error == nil, "an error over a newer value")
      return [load]
    },
    Screen("a delayed load that is discarded") { world, calls in
      let source = LoadSource.future { world.pending(Int.self, .value(1)) }
      let load = Load(source, debounce: .seconds(1), clock: world.clock)
      for _ in 1...2 { onMain { calls.add(load.load()) } }
      onMain { load.discard() }
      await world.runUntilIdle()
      world.expect(load.value == 1 || calls.entries.last?.isDiscarded == true, "no value")
      return [load]
    },
    Screen("a stale value that two views show, and one refreshes") { world, calls in
      let cache = SingleFlight<Int, Int>(clock: world.clock)
      cache.insert(1, for: 1)
      let answer = world.pending(Int.self, .value(2), .error(Broken()))
      let source = LoadSource.key(1, in: cache) { answer }
      let loads = (0...1).map { _ in Load(source, staleAfter: .seconds(2), clock: world.clock) }
      for load in loads { load.load() }
      await world.runUntilIdle()
      world.expect(loads.allSatisfy { $0.value == 1 && $0.isStale && !$0.isLoading }, "not stale")
      onMain { calls.add(loads[0].load()) }
      await world.runUntilIdle()
      world.expect(loads.allSatisfy { $0.value == answer.got ?? 1 }, "different values")
      let isShown = loads.map { $0.error != nil }
      world.expect(isShown == [answer.got == nil, false], "a wrong error")
      return loads
    },
  ]

  /// Has the main actor run `body` in its turn, in any order with other tasks.
  private static func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
    Task.detached { await body() }
  }
}
