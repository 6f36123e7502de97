import Pledge
import PledgeTestSupport
import Testing

struct RaceTests {
  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = race(source, source)

    source.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `has one winner when many threads settle the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let wins = Log<Int>()
    let promise = race(sources).tap { wins.add($0) }

    concurrently(200) { sources[$0].resolve($0) }

    #expect(wins.entries == [promise.got])
  }

  @Test func `a promise that waits for the race cannot be in it`() {
    let runners = (Promise<Int>(), Promise<Int>())
    let promise = race(runners.0, runners.1)

    runners.0.chain(after: promise)

    #expect(runners.0.failure is CycleError)
    #expect(promise.isRejected)
    #expect(runners.1.isPending)
  }

  @Test(
    arguments: [
      { race, _ in race.discard() },
      { race, _ in race.resolve(1) },
      { _, winner in winner.resolve(1) },
    ] as [@Sendable (Promise<Int>, Promise<Int>) -> Void]
  )
  func `stops work held only by another one's handler, however it ends`(
    end: @Sendable (Promise<Int>, Promise<Int>) -> Void
  ) {
    let stops = Log<Void>()
    let (source, winner) = (Promise<Int>(), Promise<Int>())
    let promise = {
      let work = Promise<Int>(discard: { stops.add() })
      return race([source.map { value in withExtendedLifetime(work) { value } }, work, winner])
    }()
    #expect(promise.isPending)

    end(promise, winner)

    #expect(!promise.isPending)
    #expect(stops.count == 1)
  }
}
