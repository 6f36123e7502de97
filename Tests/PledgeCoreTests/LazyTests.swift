import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct LazyTests {
  private static let depth = 10_000

  @Sendable private static func tower(_ height: Int, on ground: Future<Int>) -> Future<Int> {
    height == 0 ? ground : LazyPromise { tower(height - 1, on: ground) }
  }

  @Sendable private static func stages(_ height: Int, on ground: Future<Int>) -> Future<Int> {
    height == 0 ? ground : LazyPromise { stages(height - 1, on: ground).map { $0 + 1 } }
  }

  @Test func `lazy promises that start others do not deepen the stack`() async {
    let ends = Tally()
    await onSmallStack {
      let ground = Promise<Int>(value: 0)
      LazyTests.tower(LazyTests.depth, on: ground).observe { _ in ends.up() }
      // All lazy promises have started.
      #expect(ends.count == 1)
      let top = LazyTests.stages(LazyTests.depth, on: ground).map { $0 }
      #expect((try? top.result?.get()) == LazyTests.depth)
    }
  }

  @Test func `lazy promises that have started others settle and stop without deepening the stack`()
    async
  {
    let stops = Tally()
    await onSmallStack {
      let source = Promise<Int>()
      let top = LazyTests.tower(LazyTests.depth, on: source).map { $0 }
      source.resolve(7)
      #expect((try? top.result?.get()) == 7)
      let work = Promise<Int>(discard: { stops.up() })
      LazyTests.tower(LazyTests.depth, on: work).map { $0 }.discard()
      #expect(stops.count == 1)
    }
  }

  @Test func `lazy promises that hold others are released without deepening the stack`() async {
    let cage = Cage(weight: 0)
    await onSmallStack {
      var top: Future<Canary> = Promise(value: cage.canary())
      for _ in 0..<LazyTests.depth {
        top = LazyPromise { [top] in top }
      }
    }
    #expect(cage.living == 0)
  }
}

@Suite(.hangLimit) struct LazyRaceTests {
  private let cage = Cage(weight: 0)

  @Test func `work starts and stops at most once, even if consumers, settling, and drops race`() {
    let team = Team()
    for _ in 0..<rounds { raced(team, cage) }
    #expect(cage.living == 0)
  }

  private func raced(_ team: Team, _ cage: Cage) {
    let (starts, stops, ends) = (Tally(), Tally(), Tally())
    let work = Promise<Canary>(discard: { stops.up() })
    let (producer, inner) = (Slot(work), Slot(work))
    let captured = cage.canary()
    let lazy = Slot(
      LazyPromise {
        starts.up()
        withExtendedLifetime(captured) {}
        return inner.take()
      }
    )
    let copies = (0..<4).map { _ in Slot(lazy.copy()) }
    if team.draw(4) == 0 { lazy.peek { $0.shared() } }
    let head = Promise<Int>()
    let outer = head.flatMap { _ in copies[0].take() }
    let outermost = Promise<Int>(value: 0).flatMap { _ in outer }
    outermost.observe { _ in ends.up() }
    let way = team.draw(4)
    team.race([
      { head.resolve(1) },
      { LazyRaceTests.stage(of: copies[1].take(), ends).discard() },
      {
        let promise = producer.take()
        if way == 0 { promise.resolve(cage.canary()) }
        if way == 1 { promise.discard() }
      },
      {
        let stage = LazyRaceTests.stage(of: all([copies[2].take(), copies[3].take()]), ends)
        if way == 2 { stage.discard() }
      },
      { if way == 3 { outer.discard() } },
      { _ = lazy.take() },
    ])
    for promise in [outer, outermost, work] { promise.discard() }
    #expect(ends.count == 3)
    #expect(starts.count <= 1)
    #expect(stops.count <= 1)
  }

  /// Returns a stage whose settlement is counted.
  private static func stage<Value>(of promise: Future<Value>, _ ends: Tally) -> Promise<Value> {
    let stage = promise.map { $0 }
    stage.observe { _ in ends.up() }
    return stage
  }

  @Test func `lazy promises that wait for each other are rejected, whichever starts first`() {
    let team = Team()
    for _ in 0..<rounds {
      let size = 1 + team.draw(3)
      let captured = cage.canary()
      let all = Locked<[LazyPromise<Int>]>([])
      let handled = Locked<[Result<Int, any Error>]>([])
      let through = team.draw(3)
      let made = (0..<size).map { number in
        LazyPromise<Int> {
          withExtendedLifetime(captured) {}
          let next = all.withLock { $0[(number + 1) % size] }
          switch through {
          case 0: return next
          case 1: return next.map { $0 }
          default: return Pledge.all([next, next]).map { $0[0] }
          }
        }
      }
      all.withLock { $0 = made }
      team.race(
        (0..<3).map { number in
          {
            let promise = all.withLock { $0[number % size] }
            promise.observe { result in handled.withLock { $0.append(result) } }
          }
        }
      )
      #expect(made.allSatisfy { !$0.isPending })
      #expect(handled.withLock { $0.count } == 3)
      // A consumer of a promise for which only the cycle waited receives `DiscardedError`.
      for result in handled.withLock({ $0 }) {
        #expect { try result.get() } throws: { $0 is CycleError || $0 is DiscardedError }
      }
      all.withLock { $0 = [] }
    }
    #expect(cage.living == 0)
  }

  @Test func `promises end as ever while others look at what is pending`() {
    let team = Team()
    let pending = PendingCreations()
    let never = Promise<Int>()
    for _ in 0..<max(1, rounds / 30) {
      let ends = Tally()
      team.race([
        {
          pending.recording {
            for number in 0..<100 {
              let promise = Promise<Canary>()
              let captured = cage.canary()
              promise.map { $0 }.observe { _ in
                withExtendedLifetime(captured) {}
                ends.up()
                if number % 8 == 0 { _ = Promise<Int>() }
              }
              if number % 3 == 0 { promise.resolve(cage.canary()) }
            }
          }
        },
        {
          pending.recording {
            for _ in 0..<100 { race(Promise<Int>(), never).discard() }
          }
        },
        { for _ in 0..<100 { _ = pending.entries } },
      ])
      #expect(ends.count == 100)
    }
    #expect(pending.entries.isEmpty)
    #expect(cage.living == 0)
  }
}
