import Pledge
import PledgeTestSupport
import Testing

struct RaceTests {
  @Test func `is fulfilled as the first to settle`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = race(sources)

    sources[1].resolve(1)
    sources[0].resolve(0)

    #expect(promise.got == 1)
  }

  @Test func `is rejected as the first to settle`() {
    let sources = (Promise<Int>(), Promise<Int>())
    let promise = race(sources.0, sources.1)

    sources.1.reject(Broken())
    sources.0.resolve(0)

    #expect(promise.broken == Broken())
  }

  @Test func `of settled promises takes the first one given`() {
    #expect(race(Promise(value: 1), Promise(value: 2)).got == 1)
  }

  @Test func `is rejected for empty input`() {
    #expect(race([Future<Int>]()).failure is EmptyInputError)
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = race(source, source)

    source.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `discards the losers' work without other consumers`() {
    let winner = Promise<Int>()
    let losers = (0..<2).map { _ in Promise<Int>(discard: {}) }
    losers[1].observe { _ in }
    let promise = race([winner] + losers)

    winner.resolve(1)

    #expect(promise.got == 1)
    #expect(losers[0].isDiscarded)
    #expect(losers[1].isPending)
    losers[1].resolve(0)
  }

  @Test func `discards stages without other consumers, and detaches from their roots`() {
    let root = Promise<Int>()
    let loser = root.map { $0 }
    let promise = race(loser, Promise(value: 1))

    #expect(promise.got == 1)
    #expect(loser.isDiscarded)
    #expect(root.isPending)
  }

  @Test func `discarding it discards the work without other consumers`() {
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = race(sources)

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true])
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

  @Test func `is rejected by a promise that was discarded already`() {
    let discarded = Promise<Int>()
    discarded.discard()
    let working = Promise<Int>(discard: {})

    #expect(race(working, discarded).isDiscarded)
    #expect(working.isDiscarded)
  }
}

// MARK: - Handlers that hold other participants

extension RaceTests {
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
