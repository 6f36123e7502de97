import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A request has a limit for each attempt, and one for all of them that ends at the same time.
struct CompetingTimeoutsTests {
  private final class Client: Sendable {
    let requests = Locked(0)
    private let hasGivenUp = Locked(false)
    private let world: Exploration.World
    private let comparesTime: Bool

    init(_ world: Exploration.World, comparesTime: Bool) {
      self.world = world
      self.comparesTime = comparesTime
    }

    private var isOver: Bool {
      comparesTime ? world.clock.now.offset >= .seconds(10) : hasGivenUp.value
    }

    func load() {
      after(.seconds(10), clock: world.clock).observe { [hasGivenUp] _ in hasGivenUp.value = true }
      attempt()
    }

    private func attempt() {
      requests.withLock { $0 += 1 }
      world.pending(Int.self, .never, label: "request")
        .timeout(after: .seconds(5), clock: world.clock)
        .observe { [self] result in
          if case .failure(is TimeoutError) = result, !isOver { attempt() }
        }
    }
  }

  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let client = Client(world, comparesTime: isRepaired)
      client.load()
      world.run()
      world.expect(client.requests.value <= 2, "\(client.requests.value) requests")
    }
    // The timer at five seconds is first; the two at ten seconds have either order.
    #expect(orderings == 2)
  }
}
