import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct FollowRaceTests {
  @Test func `a promise settled, dropped, or discarded while stages follow it reaches all`() {
    #expect(Team.canariesLeft(by: followed) == 0)
  }

  private func followed(_ team: Team, _ cage: Cage) {
    let ends = Tally()
    let head = Promise<Int>()
    let inner = Slot(Promise<Canary>(discard: {}))
    let copies = [Slot(inner.copy()), Slot(inner.copy())]
    let outer = head.flatMap { _ in copies[0].take() }
    let second = head.flatMap { _ in outer }
    for stage in [outer, second] { stage.observe { _ in ends.up() } }
    let way = team.draw(3)
    team.race([
      { head.resolve(1) },
      {
        let promise = inner.take()
        if way == 0 { promise.resolve(cage.canary()) }
        if way == 1 { promise.discard() }
      },
      { copies[1].take().observe { _ in ends.up() } },
      { if way == 2 { outer.discard() } },
      { outer.map { $0 }.observe { _ in ends.up() } },
      { second.discard() },
    ])
    // If `second` is discarded before it has a promise to follow, it only detaches from the head.
    outer.discard()
    // If `outer` is discarded before its handler runs, it does not take the promise, which stays
    // alive.
    #expect(ends.count >= (way == 2 ? 3 : 4))
  }

  @Test func `ten stages that follow one promise are not affected by the first`() {
    let team = Team()
    for _ in 0..<rounds { independent(team) }
  }

  private func independent(_ team: Team) {
    let (inner, resolver) = Promise<Int>.pending()
    let (head, start) = Promise<Int>.pending()
    let own = Locked<[Int]>([])
    inner.observe { result in own.withLock { $0.append((try? result.get()) ?? -1) } }
    let stages = (0..<10).map { _ in head.flatMap { _ in inner } }
    let isDiscarded = team.draw(2) == 0
    team.race([
      { start.resolve(0) },
      { isDiscarded ? stages[0].discard() : stages[0].resolve(-2) },
    ])
    #expect(inner.isPending)
    #expect(stages.dropFirst().allSatisfy { $0.isPending })
    // A stage that is settled manually while its handler runs keeps that outcome (spec 6.4.2).
    #expect(!isDiscarded || stages[0].isRejected)
    resolver.resolve(7)
    for stage in stages.dropFirst() { #expect((try? stage.result?.get()) == 7) }
    #expect(own.withLock { $0 } == [7])
  }

  @Test func `two stages that return each other are rejected in either order`() {
    let team = Team()
    for _ in 0..<rounds {
      let heads = (Promise<Int>(), Promise<Int>())
      let other = Promise<Promise<Int>>()
      let first = heads.0.flatMap { _ in other.flatMap { $0 } }
      let second = heads.1.flatMap { _ in first }
      other.resolve(second)
      team.race([{ heads.0.resolve(1) }, { heads.1.resolve(1) }])
      #expect(first.isRejected && second.isRejected)
      first.ignoringErrors()
      second.ignoringErrors()
    }
  }

  @Test func `a rejection is handled by a stage that is about to follow it`() async {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      let team = Team()
      for _ in 0..<rounds {
        let (head, start) = Promise<Int>.pending()
        let inner = (0..<20).map { _ in Slot(Promise<Int>()) }
        for slot in inner {
          let copy = Slot(slot.copy())
          head.flatMap { _ in copy.take() }.ignoringErrors()
        }
        team.race([
          { start.resolve(1) },
          { for slot in inner { slot.take().reject(Broken()) } },
        ])
      }
      #expect(reports.count == 0)
    }
  }
}
