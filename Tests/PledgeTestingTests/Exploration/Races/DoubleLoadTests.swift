import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A cache that has no entry yet loads it once for each caller.
struct DoubleLoadTests {
  private final class Cache: Sendable {
    private struct State {
      var value: String?
      var load: Future<String>?
    }

    let loads = Locked(0)
    private let state = Locked(State())
    private let world: Exploration.World
    private let sharesLoads: Bool

    init(_ world: Exploration.World, sharesLoads: Bool) {
      self.world = world
      self.sharesLoads = sharesLoads
    }

    func avatar() -> Future<String> {
      if let value = state.value.value { return Promise(value: value) }
      if sharesLoads, let load = state.value.load { return load }
      loads.withLock { $0 += 1 }
      let load = world.pending(String.self, .value("avatar"), label: "load")
        .tap(on: world.context("cache")) { [state] value in state.withLock { $0.value = value } }
      state.withLock { $0.load = load }
      return load
    }
  }

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let cache = Cache(world, sharesLoads: isRepaired)
      cache.avatar().ignoringErrors()
      world.pending(Void.self, .value(()), label: "the user scrolls")
        .observe { _ in cache.avatar().ignoringErrors() }
      world.run()
      world.expect(cache.loads.value == 1, "\(cache.loads.value) loads")
    }
  }
}
