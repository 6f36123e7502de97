import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A request that was discarded is retried, because a discard looks like any other error.
struct RetryAfterDiscardTests {
  private struct Offline: Error {}

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let attempts = Locked(0)
      let bag = DiscardBag()
      world.mayDiscard(bag, label: "the screen")
      @Sendable func attempt() {
        attempts.withLock { $0 += 1 }
        world.pending(Int.self, .value(1), .never, label: "request")
          .discarded(by: bag)
          .observe { result in
            guard case .failure(let error) = result, attempts.value < 2 else { return }
            if !isRepaired || !(error is DiscardedError) { attempt() }
          }
      }
      attempt()
      world.run()
      world.expect(attempts.value == 1, "\(attempts.value) requests")
    }
  }
}
