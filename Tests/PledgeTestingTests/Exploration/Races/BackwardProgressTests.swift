import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// Progress is measured in one order, and shown in another one.
struct BackwardProgressTests {
  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let (done, shown) = (Locked(0), Locked([Int]()))
      for number in 1...3 {
        world.pending(Void.self, .value(()), label: "part \(number)")
          .map {
            done.withLock { done in
              done += 1
              return done
            }
          }
          // The parts are decoded on different contexts.
          .map(on: world.context("decoder \(number)")) { $0 }
          .observe(on: world.context("main")) { result in
            let progress = (try? result.get()) ?? 0
            shown.withLock { $0.append(isRepaired ? max(progress, $0.last ?? 0) : progress) }
          }
      }
      world.run()
      world.expect(shown.value == shown.value.sorted(), "shows \(shown.value)")
    }
  }
}
