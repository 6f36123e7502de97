import Pledge
import PledgeCore
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

/// Tests of the promises that a handler of a settled promise may return instead of a stage.
@Suite struct FollowTests {
  @Test func `a fulfilled promise replaces the stage, even if it has waited for another one`() {
    let inner = Promise<Int>()
    let waiting = Promise(value: 1).flatMap { _ in inner }
    inner.resolve(2)

    for promise in [waiting, inner, Promise(value: 3)] {
      #expect(promise.replacement(as: Promise<Int>.self) === promise)
    }
  }

  @Test func `a pending or rejected promise replaces no stage`() {
    for promise in [Promise<Int>(), Promise(error: Broken())] {
      #expect(promise.replacement(as: Promise<Int>.self) == nil)
      promise.ignoringErrors()
    }
  }

  @Test func `a lazy promise replaces no stage, because its class differs`() {
    let inner = Promise<Int>()
    let lazy = [LazyPromise { inner }, LazyPromise { Promise(value: 2) }]
    for promise in lazy { promise.observe { _ in } }
    inner.resolve(1)

    for promise in lazy {
      #expect(promise.isFulfilled)
      #expect(promise.replacement(as: Promise<Int>.self) == nil)
    }
  }
}

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
