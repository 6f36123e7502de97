import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct DiscardSourceTests {
  private let source = DiscardSource()
  private let cage = Cage()
  private let clock = ManualClock()

  @Test func `a handler may discard it again`() {
    let runs = Log<Void>()
    source.token.onDiscard { [source] in
      runs.add()
      source.discard()
    }

    source.discard()
    source.discard()

    #expect(runs.count == 1)
  }
}

// MARK: - At a given time

extension DiscardSourceTests {
  @Test func `an earlier discard ends the timer`() async {
    source.discard(after: .seconds(5), clock: clock)
    await clock.waitForSleepers(1)

    source.discard()

    #expect(clock.sleepers == 0)
  }

  @Test func `a time set after the discard leaves no timer behind`() async {
    source.discard()

    source.discard(after: .seconds(5), clock: clock)

    await clock.waitForSleepers(0)
  }

  @Test func `the continuous clock is the default`() async {
    let promise = Promise<Int>().discarded(by: source.token)

    source.discard(after: .nanoseconds(1))

    await #expect(throws: DiscardedError.self) { try await promise.value }
    withExtendedLifetime(source) {}
  }
}

// MARK: - Linked sources

extension DiscardSourceTests {
  @Test func `a source linked to a discarded token is discarded`() {
    let session = DiscardSource()
    session.discard()

    #expect(DiscardSource(linkedTo: [session.token]).token.isDiscarded)
  }

  @Test func `it does not discard when a linked source is released`() {
    let page = DiscardSource(linkedTo: [DiscardSource().token])

    #expect(!page.token.isDiscarded)
  }

  @Test func `a released linked source leaves nothing behind`() {
    let session = DiscardSource()
    for _ in 0..<1_000 {
      let page = DiscardSource(linkedTo: [session.token])
      page.token.onDiscard { [closure = cage.closure()] in closure() }
    }

    #expect(cage.living == 0)
    withExtendedLifetime(session) {}
  }

  @Test func `a long chain of linked sources takes constant stack`() {
    var sources = [DiscardSource()]
    for _ in 0..<10_000 { sources.append(DiscardSource(linkedTo: [sources.last!.token])) }

    sources[0].discard()

    #expect(sources.allSatisfy { $0.token.isDiscarded })
  }
}
