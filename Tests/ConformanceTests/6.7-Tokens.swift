import Pledge
import PledgeTestSupport
import Testing

@Suite("6.7 `DiscardBag`", .hangLimit)
struct DiscardBagClauses {
  private let bag = DiscardBag()

  @Test func `6.7.1 A bag discards its promises when it is released`() {
    let promises = [Promise<Int>(), Promise<Int>()]
    do {
      let bag = DiscardBag()
      for promise in promises { promise.discarded(by: bag) }
      #expect(promises.allSatisfy { $0.isPending })
      withExtendedLifetime(bag) {}
    }

    #expect(promises.allSatisfy { $0.isDiscarded })
  }

  @Test func `6.7.2 discardAll immediately discards the promises of a bag, in insertion order`() {
    let log = Log<Int>()
    func fill(_ number: Int) -> Promise<Int> {
      Promise(discard: { log.add(number) }).discarded(by: bag)
    }

    let promises = [fill(1), fill(2)]
    bag.discardAll()
    #expect(log.entries == [1, 2])
    let late = fill(3)
    #expect(late.isPending)
    bag.discardAll()

    #expect((promises + [late]).allSatisfy { $0.isDiscarded })
    #expect(log.entries == [1, 2, 3])
  }

  @Test(arguments: everyWay) func `6.7.3 A bag does not retain its promises`(way: Way) {
    let cage = Cage(weight: 0)
    do {
      let dropped = Promise<Int>(discard: cage.closure()).discarded(by: bag)
      #expect(cage.living == 1)
      way.resolve(cage.canary()) { $0.discarded(by: bag) }
      withExtendedLifetime(dropped) {}
    }

    #expect(cage.living == 0)
    bag.discardAll()
  }

  @Test func `6.7.4 A bag is not a consumer of its promises`() {
    let source = Promise<Int>(discard: {}).discarded(by: bag)

    source.map { $0 }.discard()

    #expect(source.isDiscarded)
    withExtendedLifetime(bag) {}
  }
}

@Suite("6.8 Tokens", .hangLimit)
struct Tokens {
  private let source = DiscardSource()

  @Test func `6.8.1 A source discards every promise that was given its token`() {
    let log = Log<Int>()
    let promises = (1...3).map { number in
      Promise<Int>(discard: { log.add(number) }).discarded(by: source.token)
    }
    #expect(promises.allSatisfy { $0.isPending })

    source.discard()

    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `6.8.2 A promise that is given a discarded token is discarded immediately`() {
    source.discard()

    #expect(Promise<Int>().discarded(by: source.token).isDiscarded)
  }

  @Test(arguments: everyWay)
  func `6.8.3 A token does not retain promises, and is not a consumer`(way: Way) {
    let cage = Cage(weight: 0)
    do {
      let dropped = Promise<Int>(discard: cage.closure()).discarded(by: source.token)
      #expect(cage.living == 1)
      way.resolve(cage.canary()) { $0.discarded(by: source.token) }
      withExtendedLifetime(dropped) {}
    }
    let working = Promise<Int>(discard: {}).discarded(by: source.token)

    working.map { $0 }.discard()

    #expect(working.isDiscarded)
    #expect(cage.living == 0)
    source.discard()
  }

  @Test func `6.8.4 Code without a promise can query the token`() throws {
    #expect(!source.token.isDiscarded)
    try source.token.throwIfDiscarded()

    source.discard()

    #expect(source.token.isDiscarded)
    #expect(throws: DiscardedError.self) { try source.token.throwIfDiscarded() }
  }

  @Test func `6.8.5 A block passed to a token's onDiscard runs when the source discards`() {
    let log = Log<Int>()
    source.token.onDiscard { log.add(1) }
    source.token.onDiscard { log.add(2) }.discard()
    source.token.onDiscard { log.add(3) }
    #expect(log.entries == [])

    source.discard()
    #expect(log.entries == [1, 3])
    let late = source.token.onDiscard { log.add(4) }

    #expect(log.entries == [1, 3, 4])
    #expect(late.isFulfilled)
  }

  @Test func `6.8.6 A source can discard at a given time`() async {
    let clock = ManualClock()
    let promise = Promise<Int>().discarded(by: source.token)
    source.discard(after: .seconds(5), clock: clock)
    source.discard(after: .seconds(3), clock: clock)
    await clock.waitForSleepers(2)

    clock.advance(by: .seconds(2))
    #expect(promise.isPending)
    clock.advance(by: .seconds(1))

    #expect(await promise.settled().error is DiscardedError)
    await clock.waitForSleepers(0)
    withExtendedLifetime(source) {}
    for delay in [Duration.zero, .seconds(-1)] {
      let late = DiscardSource()
      late.discard(after: delay, clock: clock)
      #expect(late.token.isDiscarded)
    }
    #expect(clock.sleepers == 0)
  }

  @Test func `6.8.7 A source that is released before it has discarded never discards`() async {
    let cage = Cage(weight: 0)
    let clock = ManualClock()
    let promise = Promise<Int>()
    let registration: Promise<Void>
    let token: DiscardToken
    do {
      let source = DiscardSource()
      token = source.token
      promise.discarded(by: token)
      registration = source.token.onDiscard(cage.closure())
      source.discard(after: .seconds(5), clock: clock)
      await clock.waitForSleepers(1)
      withExtendedLifetime(source) {}
    }

    await clock.waitForSleepers(0)
    #expect(!token.isDiscarded)
    #expect(promise.isPending)
    #expect(Promise<Int>().discarded(by: token).isPending)
    #expect(registration.isDiscarded)
    #expect(cage.living == 0)
  }

  @Test func `6.8.8 A linked source discards as soon as one of its tokens is discarded`() {
    let session = DiscardSource()
    let tab = DiscardSource()
    let pages = (0..<2).map { _ in DiscardSource(linkedTo: [session.token, tab.token]) }

    pages[0].discard()
    #expect(pages.map(\.token.isDiscarded) == [true, false])
    tab.discard()

    #expect(pages.map(\.token.isDiscarded) == [true, true])
    #expect(!session.token.isDiscarded)
  }
}
