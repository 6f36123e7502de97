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

  /// Races `others` against some work and a stage of `source` whose handler holds the only
  /// reference to that work.
  private func contest(
    of source: Promise<Int>,
    against others: Promise<Int>...,
    stops: Log<Void>
  ) -> Promise<Int> {
    let work = Promise<Int>(discard: { stops.add() })
    let holder = source.map { value in withExtendedLifetime(work) { value } }
    return race([holder, work] + others)
  }

  @Test func `stops work held only by another one's handler when it is discarded`() {
    let stops = Log<Void>()
    let source = Promise<Int>()
    let promise = contest(of: source, stops: stops)
    #expect(promise.isPending)

    promise.discard()

    #expect(stops.count == 1)
  }

  @Test func `stops work held only by another one's handler when it is decided`() {
    let stops = Log<Void>()
    let (source, winner) = (Promise<Int>(), Promise<Int>())
    let promise = contest(of: source, against: winner, stops: stops)

    winner.resolve(1)

    #expect(promise.got == 1)
    #expect(stops.count == 1)
  }

  @Test func `stops work held only by another one's handler when it is settled manually`() {
    let stops = Log<Void>()
    let source = Promise<Int>()
    let promise = contest(of: source, stops: stops)

    promise.resolve(1)

    #expect(stops.count == 1)
  }
}
