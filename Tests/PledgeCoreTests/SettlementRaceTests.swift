import Pledge
import PledgeCore
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

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
}

@Suite struct HandoverTests {
  /// Returns a closure that registers handlers with `promise`, which record their numbers.
  private func recording(
    _ promise: Promise<Int>,
    in seen: Locked<[Int]>
  ) -> @Sendable (Range<Int>) -> Void {
    { numbers in
      for number in numbers { promise.observe { _ in seen.withLock { $0.append(number) } } }
    }
  }

  @Test func `handlers run once and in order, whichever thread takes over a deferred delivery`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 5) {
      let seen = Locked<[Int]>([])
      let register = recording(Promise(value: 1), in: seen)
      team.race([
        { nested(48) { register(0..<20) } },
        { register(20..<40) },
        { nested(48) { register(40..<60) } },
      ])
      let all = seen.withLock { $0 }
      #expect(all.filter { $0 < 20 } == Array(0..<20))
      #expect(all.filter { (20..<40).contains($0) } == Array(20..<40))
      #expect(all.filter { $0 >= 40 } == Array(40..<60))
    }
  }

  @Test func `handlers run once and in order, however often the rest is offered`() {
    let team = Team()
    for _ in 0..<max(1, rounds / 20) {
      let promise = Promise<Int>()
      let seen = Locked<[Int]>([])
      let register = recording(promise, in: seen)
      register(0..<10)
      team.race([
        { promise.resolve(1) },
        { register(1_000..<1_200) },
        { register(2_000..<2_200) },
      ])
      let all = seen.withLock { $0 }
      #expect(Array(all.prefix(10)) == Array(0..<10))
      #expect(all.filter { (1_000..<2_000).contains($0) } == Array(1_000..<1_200))
      #expect(all.filter { $0 >= 2_000 } == Array(2_000..<2_200))
    }
  }
}
