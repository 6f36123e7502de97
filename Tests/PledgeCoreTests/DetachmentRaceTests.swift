import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct DetachmentRaceTests {
  @Test func `work stops at most once, and never after settling, however consumers come and go`() {
    #expect(Team.canariesLeft(by: stoppable) == 0)
  }

  private func stoppable(_ team: Team, _ cage: Cage) {
    let stops = Tally()
    let ends = Tally()
    let root = Slot(Promise<Canary>(discard: { stops.up() }))
    let short = Slot(root.copy().map { $0 }.map { $0 })
    let long = Slot(root.copy().map { $0 }.flatMap { Promise(value: $0) }.map { $0 })
    for stage in [short, long] { stage.peek { $0.observe { _ in ends.up() } } }
    let (producer, attachTarget) = (Slot(root.copy()), Slot(root.take()))
    let (resolves, attaches) = (team.draw(2) == 0, team.draw(2) == 0)
    team.race([
      { short.take().discard() },
      { long.take().discard() },
      {
        let promise = producer.take()
        if resolves { promise.resolve(cage.canary()) }
      },
      {
        let promise = attachTarget.take()
        if attaches { promise.map { $0 }.observe { _ in ends.up() } }
      },
    ])
    #expect(ends.count == (attaches ? 3 : 2))
    #expect(stops.count <= 1)
  }

  @Test func `a promise dropped while others attach and detach reaches all`() {
    #expect(Team.canariesLeft(by: dropped) == 0)
  }

  private func dropped(_ team: Team, _ cage: Cage) {
    let ends = Tally()
    let root = Slot(Promise<Canary>())
    let copies = [Slot(root.copy()), Slot(root.copy())]
    let stage = Slot(root.copy().map { $0 }.map { $0 })
    stage.peek { $0.observe { _ in ends.up() } }
    let captured = cage.canary()
    team.race([
      {
        var chain = copies[0].take()
        for _ in 0..<5 {
          chain = chain.map {
            withExtendedLifetime(captured) {}
            return $0
          }
        }
        chain.observe { _ in ends.up() }
        chain.discard()
      },
      {
        let chain = copies[1].take().flatMap { _ in Promise<Canary>() }
        chain.observe { _ in ends.up() }
      },
      { _ = root.take() },
      { stage.take().discard() },
    ])
    #expect(ends.count == 3)
  }

  @Test func `sweeping while three threads detach keeps the order of the others`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 50) { swept(team) }
  }

  private func swept(_ team: Team) {
    let ends = Tally()
    let order = Locked<[Int]>([])
    let root = Slot(Promise<Int>())
    let copies = (0..<3).map { _ in Slot(root.copy()) }
    for number in 0..<20 {
      root.peek { $0.observe { _ in order.withLock { $0.append(number) } } }
    }
    let isSettled = team.draw(2) == 0
    var jobs: [Team.Job] = copies.map { copy in
      { DetachmentRaceTests.attachAndDetach(at: copy.take(), ends) }
    }
    jobs.append {
      let promise = root.take()
      if isSettled { promise.resolve(1) }
    }
    team.race(jobs)
    #expect(ends.count == 900)
    #expect(order.withLock { $0 } == Array(0..<20))
  }

  /// Registers 300 consumers and discards them again, keeping up to 40 at a time.
  private static func attachAndDetach(at promise: Promise<Int>, _ ends: Tally) {
    var window: [Promise<Int>] = []
    for number in 0..<300 {
      let stage = promise.map { $0 }
      stage.observe { _ in ends.up() }
      window.append(stage)
      if window.count > 40 { window.remove(at: number % 40).discard() }
    }
    for stage in window { stage.discard() }
  }

  @Test func `detaching does not disturb a delivery that another thread has deferred`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 5) {
      let ends = Tally()
      let root = Promise<Int>()
      let detachingConsumer = Slot(root.map { $0 })
      team.race([
        { detachingConsumer.take().discard() },
        { root.resolve(1) },
        {
          nested(48) {
            while root.isPending { yieldThread() }
            // Beyond the nesting limit, where handlers are deferred.
            for _ in 0..<2 { root.observe { _ in ends.up() } }
          }
        },
      ])
      #expect(ends.count == 2)
    }
  }
}

extension Slot {
  func copy() -> Content {
    var copied: [Content] = []
    peek { copied.append($0) }
    return copied[0]
  }
}
