import Pledge
import PledgeTestSupport
import Testing

@Suite struct ConsumerCountTests {
  @Test func `consumers count until they detach or are called`() {
    let promise = Promise<Int>()
    #expect(promise.consumerCount == 0)
    let stages = [promise.map { $0 + 1 }, promise.flatMap { Promise(value: $0) }]
    promise.observe { _ in }
    #expect(promise.consumerCount == 3)
    // Not the newest consumer, which would be removed from the list immediately.
    stages[0].discard()
    #expect(promise.consumerCount == 2)
    promise.map { $0 }.ignoringErrors()
    #expect(promise.consumerCount == 3)
    promise.resolve(1)
    #expect(promise.consumerCount == 0)
    #expect(Promise(value: 1).consumerCount == 0)
  }
}

@Suite struct ConsumerCountRaceTests {
  @Test func `consumers may be counted while others attach, detach, and settle`() {
    let team = Team()
    let cage = Cage(weight: 0)
    for _ in 0..<rounds {
      let source = Promise<Canary>()
      source.ignoringErrors()
      let (stage, handled) = (Slot(source.map { $0 }), Tally())
      let settles = team.draw(2) == 0
      #expect(source.consumerCount == 2)
      team.race([
        { #expect((0...4).contains(source.consumerCount)) },
        { stage.take().discard() },
        { if settles { source.resolve(cage.canary()) } },
        { source.map { $0 }.observe { _ in handled.up() } },
        { source.observe { _ in handled.up() } },
        { #expect((0...4).contains(source.consumerCount)) },
      ])
      if !settles { #expect(source.consumerCount == 3) }
      source.resolve(cage.canary())
      #expect(source.consumerCount == 0)
      #expect(handled.count == 2)
    }
    #expect(cage.living == 0)
  }
}
