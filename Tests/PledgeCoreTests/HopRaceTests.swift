import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite struct HopRaceTests {
  @Test func `a stage discarded while queued runs its handler or is discarded`() {
    let team = Team()
    let cage = Cage(weight: 0)
    let queue = DispatchQueue(label: "stages")
    for _ in 0..<rounds {
      let ends = Tally()
      let promise = Promise<Canary>()
      let stage = promise.map(on: queue) { $0 }
      let cleaned = stage.ensure(on: queue) { ends.up() }
      cleaned.observe { _ in ends.up() }
      team.race([
        { promise.resolve(cage.canary()) },
        { stage.discard() },
        { cleaned.discard() },
      ])
      queue.sync {}
      queue.sync {}
      queue.sync {}
      #expect(ends.count == 2)
    }
    #expect(cage.living == 0)
  }
}
