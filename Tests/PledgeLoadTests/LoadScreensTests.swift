import Pledge
import PledgeLoad
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Screens, on the main actor of a world, in all orders of their events.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps), .hangLimit)
struct LoadScreensTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private typealias Calls = Log<Future<Int>>

  /// Runs a screen in all orders; at the end of each, all calls have ended, and so has the spinner.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func exploreScreen(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ screen: @escaping @MainActor @Sendable (Exploration.World, Calls) async -> [Load<Int>]
  ) throws {
    let report = try explore { world in
      let calls = Calls()
      let loads = await screen(world, calls)
      for load in loads {
        await world.expect(!load.isLoading, "a spinner does not stop")
      }
      world.expect(calls.entries.allSatisfy { !$0.isPending }, "a call has not ended")
    }
    #expect(report.isComplete, "\(report)", sourceLocation: sourceLocation)
    #expect(report.tried > 1, sourceLocation: sourceLocation)
  }

  /// Has the main actor run `body` in its turn, in any order with other tasks.
  private func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
    Task.detached { await body() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a view of two that is released elsewhere leaves the load to the other`() throws {
    try exploreScreen { world, calls in
      let cache = SingleFlight<Int, Int>(clock: world.clock)
      let answer = world.pending(Int.self, .value(1))
      var loads = (0...1).map { _ in Load(.key(1, in: cache) { answer }) }
      for load in loads { calls.add(load.load()) }
      let leaving = Locked<Load<Int>?>(loads.removeFirst())
      Task.detached { leaving.value = nil }
      await world.runUntilIdle()
      world.expect(loads[0].value == 1 && loads[0].error == nil, "\(loads[0].value as Any)")
      return loads
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `the last view that is released elsewhere stops the work, or has shown it`() throws {
    try exploreScreen { world, calls in
      let cache = SingleFlight<Int, Int>(clock: world.clock)
      let answer = world.pending(Int.self, .value(1), .error(Broken()))
      let leaving = Locked<Load<Int>?>(Load(.key(1, in: cache) { answer }))
      calls.add(leaving.value!.load())
      onMain { _ = leaving.value.map { calls.add($0.refresh()) } }
      Task.detached { leaving.value = nil }
      await world.runUntilIdle()
      world.expect(!answer.isPending, "the work goes on")
      return []
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a search shows the outcome for the latest text`() throws {
    try exploreScreen { world, calls in
      let (load, requests) = (Load<Int>(overlap: .replace), Log<Promise<Int>>())
      for text in 1...2 {
        onMain {
          let failure: Exploration.Outcome<Int> = text == 1 ? .value(text) : .error(Broken())
          let request = world.pending(Int.self, .value(text), failure)
          requests.add(request)
          calls.add(load.load(.future { request }))
        }
      }
      await world.runUntilIdle()
      let latest = requests.entries.last
      world.expect(latest?.got == nil ? load.error is Broken : load.error == nil, "wrong error")
      world.expect(latest?.got == nil || load.value == latest?.got, "a stale value")
      return [load]
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a value that another part inserts is not replaced by an older one`() throws {
    try exploreScreen { world, calls in
      let cache = SingleFlight<Int, Int>(clock: world.clock)
      let load = Load(.key(1, in: cache) { world.pending(Int.self, .value(1)) })
      calls.add(load.load())
      Task { cache.insert(2, for: 1) }
      onMain { calls.add(load.refresh()) }
      await world.runUntilIdle()
      world.expect(load.value == cache.cachedValue(for: 1), "shows \(load.value as Any)")
      return [load]
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an error is not shown over a newer value`() throws {
    try exploreScreen { world, calls in
      let cache = SingleFlight<Int, Int>(clock: world.clock)
      let load = Load(.key(1, in: cache) { world.pending(Int.self, .error(Broken())) })
      calls.add(load.load())
      Task { cache.insert(2, for: 1) }
      await world.runUntilIdle()
      world.expect(load.value == 2 && load.error == nil, "shows \(load.error as Any)")
      return [load]
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `calls that wait for their delay end, also if they are discarded`() throws {
    try exploreScreen { world, calls in
      let load = Load(
        .future { world.pending(Int.self, .value(1)) },
        debounce: .seconds(1),
        clock: world.clock
      )
      for _ in 1...2 { onMain { calls.add(load.load()) } }
      onMain { load.discard() }
      await world.runUntilIdle()
      world.expect(load.value == 1 || calls.entries.last?.isDiscarded == true, "no value")
      return [load]
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a stale value is refreshed for all views, or its error shown to one`() throws {
    try exploreScreen { world, calls in
      let cache = SingleFlight<Int, Int>(clock: world.clock)
      cache.insert(1, for: 1)
      let answer = world.pending(Int.self, .value(2), .error(Broken()))
      let loads = (0...1).map { _ in
        Load(.key(1, in: cache) { answer }, staleAfter: .seconds(2), clock: world.clock)
      }
      for load in loads { load.load() }
      await world.runUntilIdle()
      world.expect(loads.allSatisfy { $0.value == 1 && $0.isStale && !$0.isLoading }, "not stale")
      onMain { calls.add(loads[0].load()) }
      await world.runUntilIdle()
      let expected = answer.got ?? 1
      world.expect(loads.allSatisfy { $0.value == expected }, "a view shows another value")
      world.expect((loads[0].error == nil) == (expected == 2), "wrong error")
      world.expect(loads[1].error == nil, "an error of the other view")
      return loads
    }
  }
}
