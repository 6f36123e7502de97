import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// The success of one request hides the error of another one, if it comes later.
struct SwallowedErrorTests {
  private struct Offline: Error {}

  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let (failed, banner) = (Locked(false), Locked(false))
      let main = world.context("main")
      world.pending(Int.self, .value(1), .error(Offline()), label: "profile")
        .observe(on: main) { result in
          if case .failure = result { (failed.value, banner.value) = (true, true) }
        }
      world.pending(Int.self, .value(2), label: "news")
        .observe(on: main) { _ in if !isRepaired { banner.value = false } }
      world.run()
      world.expect(banner.value == failed.value, "the error is not shown")
    }
    // The answers and jobs are those of two searches (see `StaleResultTests`), with two answers to
    // one of the requests.
    #expect(orderings == 4 * 2)
  }
}
