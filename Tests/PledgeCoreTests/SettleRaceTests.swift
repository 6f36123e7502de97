import Pledge
import PledgeTestSupport
import Testing

@Suite struct SettleRaceTests {
  @Test func `concurrent settling, attaching, detaching, and dropping settle once and reach all`() {
    #expect(Team.canariesLeft(by: round) == 0)
  }

  private func round(_ team: Team, _ cage: Cage) {
    let wins = Tally()
    let calls = Tally()
    let derived = Tally()
    let (promise, resolver) = Promise<Canary>.pending()
    let copies = [Slot(promise), Slot(promise), Slot(promise)]
    let detachingConsumer = Slot(promise.map { $0 })
    let longDetachment = Slot(promise.map { $0 }.map { $0 })
    detachingConsumer.peek { $0.observe { _ in derived.up() } }
    team.race([
      { if resolver.resolve(cage.canary()) { wins.up() } },
      { if resolver.reject(Broken()) { wins.up() } },
      { for number in 0..<3 { promise.map { _ in number }.observe { _ in calls.up() } } },
      {
        let stage = copies[0].take().flatMap { Promise(value: $0) }
        stage.observe { _ in calls.up() }
      },
      { copies[1].take().map { $0 }.ignoringErrors() },
      { detachingConsumer.take().discard() },
      { longDetachment.take().discard() },
      {
        let stage = copies[2].take().map { $0 }
        stage.observe { _ in calls.up() }
        stage.discard()
      },
    ])
    #expect(wins.count == 1)
    #expect(calls.count == 5)
    #expect(derived.count == 1)
  }
}
