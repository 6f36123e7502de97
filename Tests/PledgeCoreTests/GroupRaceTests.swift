import Pledge
import PledgeCore
import PledgeTestSupport
import Testing

@Suite struct GroupRaceTests {
  @Test func `races decided, discarded, and detached concurrently end, and stop unneeded work`() {
    let team = Team()
    let cage = Cage(weight: 0)
    do {
      let never = Promise<Canary>()
      for _ in 0..<rounds { race(team, cage, never) }
    }
    #expect(cage.living == 0)
  }

  private func race(_ team: Team, _ cage: Cage, _ never: Promise<Canary>) {
    let ends = Tally()
    let first = Promise<Canary>()
    let second = Promise<Canary>(discard: {})
    let one = Pledge.race([first, second, never])
    let other = Pledge.race([second, never, never.map { $0 }])
    for winner in [one, other] { winner.observe { _ in ends.up() } }
    team.race([
      { first.resolve(cage.canary()) },
      { second.resolve(cage.canary()) },
      { one.discard() },
      { other.discard() },
    ])
    #expect(ends.count == 2)
  }

  @Test func `a combination is asked what it waits for while its members are settled`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 10) {
      let members = (0..<100).map { _ in Promise<Int>() }
      let values = all(members)
      let look: Team.Job = { for _ in members { _ = values.firstSource() } }
      team.race([look, { for member in members { member.resolve(1) } }, look])
      #expect(values.firstSource() == nil)
    }
  }

  @Test func `all of many promises settled by three threads has every value`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 10) {
      let promises = (0..<30).map { _ in Promise<Int>() }
      let values = all(promises)
      team.race(promises.enumerated().map { number, promise in { promise.resolve(number) } })
      #expect((try? values.result?.get()) == Array(0..<30))
    }
  }

  @Test func `all of two types settled by two threads has both values`() {
    let team = Team()
    for round in 0..<rounds {
      let (number, list) = (Promise<Int>(), Promise<[Int]>())
      let both = all(number, list)
      team.race([{ number.resolve(round) }, { list.resolve([round]) }])
      let values = try? both.result?.get()
      #expect(values?.0 == round)
      #expect(values?.1 == [round])
    }
  }

  @Test func `a discard block added during settlement runs if that was a discard`() {
    let team = Team()
    for _ in 0..<rounds {
      let stops = Tally()
      let (promise, resolver) = Promise<Int>.pending()
      let wins = Tally()
      team.race([
        { resolver.onDiscard { stops.up() } },
        { promise.discard() },
        { if resolver.resolve(1) { wins.up() } },
      ])
      #expect(stops.count == 1 - wins.count)
    }
  }
}
