import Foundation
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit)
struct DiscardBagTests {
  private let bag = DiscardBag()
  private let discards = Log<Int>()

  /// Returns a pending promise that records its discard.
  private func promise(_ number: Int = 0) -> Promise<Int> {
    Promise(discard: { [discards] in discards.add(number) })
  }

  @Test func `a promise that is in it twice is discarded once`() {
    let promise = promise(1)
    promise.discarded(by: bag).discarded(by: bag)

    bag.discardAll()

    #expect(discards.entries == [1])
  }

  @Test func `a discard may put a promise into it`() {
    let late = promise(2)
    let early = Promise<Int>(discard: { late.discarded(by: bag) }).discarded(by: bag)

    bag.discardAll()
    #expect(early.isDiscarded)
    #expect(late.isPending)

    bag.discardAll()
    #expect(late.isDiscarded)
  }

  @Test func `a handler may release the last reference to it`() {
    let holder = Locked<DiscardBag?>(DiscardBag())
    let first = promise(1)
    holder.value.map { bag in _ = first.discarded(by: bag) }
    let second = promise(2)
    holder.value.map { bag in _ = second.discarded(by: bag) }
    first.catch { _ in holder.value = nil }

    holder.value?.discardAll()

    #expect(second.isDiscarded)
    #expect(holder.value == nil)
  }

  @Test func `many threads fill and empty it`() {
    let promises = (0..<2_000).map { _ in promise() }

    concurrently(2_000) { number in
      promises[number].discarded(by: bag)
      if number.isMultiple(of: 50) { bag.discardAll() }
    }
    bag.discardAll()

    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(discards.count == 2_000)
  }
}

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

@Suite(.hangLimit)
struct DiscardTokenTests {
  private let source = DiscardSource()
  private let runs = Log<Int>()

  @Test func `a promise attached by a discard handler is discarded immediately`() {
    let late = Promise<Int>()
    let wasDiscarded = Log<Bool>()
    source.token.onDiscard { [source] in
      wasDiscarded.add(late.discarded(by: source.token).isDiscarded)
    }

    source.discard()

    #expect(wasDiscarded.entries == [true])
  }
}

// MARK: - onDiscard

extension DiscardTokenTests {
  @Test func `a handler runs on its context`() {
    let context = ManualContext()
    source.token.onDiscard(on: context) { [runs] in runs.add(1) }

    source.discard()
    #expect(runs.count == 0)
    context.runAll()

    #expect(runs.entries == [1])
  }

  @Test @MainActor func `a handler runs on the main actor`() async {
    let screen = Screen()
    source.token.onDiscard(on: MainActor.shared) { screen.lines.append("gone") }

    source.discard()
    await mainQueueDrained()

    #expect(screen.lines == ["gone"])
  }
}

// MARK: - Lifetimes, threads

extension DiscardTokenTests {
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil,
      "the address sanitizer keeps what is freed"
    )
  )
  func `a hundred thousand settled promises leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let source = DiscardSource()
      let remaining = Promise<Int>().discarded(by: source.token)
      pass(1_000, by: source.token)
      let before = peakMemory()

      pass(100_000, by: source.token)

      #expect(peakMemory() - before < 4 << 20)
      #expect(before > 0)
      source.discard()
      #expect(remaining.isDiscarded)
    }
  }

  @Test func `no promise escapes while threads attach promises and one discards`() {
    for _ in 0..<20 {
      let source = DiscardSource()
      let promises = (0..<200).map { _ in Promise<Int>() }
      concurrently(201) { number in
        if number == 100 { return source.discard() }
        promises[number > 100 ? number - 1 : number].discarded(by: source.token)
      }

      #expect(promises.allSatisfy { $0.isDiscarded })
    }
  }
}

/// Attaches `count` promises to `token`, and settles each one.
private func pass(_ count: Int, by token: DiscardToken) {
  for number in 0..<count { Promise<Int>().discarded(by: token).resolve(number) }
}

struct ResolverOnDiscardTests {
  @Test func `work that is not Sendable is stopped by a discard, and released by an outcome`() {
    final class Request {
      let canary: Canary
      var isCanceled = false
      init(_ canary: Canary) { self.canary = canary }
    }
    let cage = Cage()
    let stops = Locked<[Bool]>([])
    let kept = Locked<[Resolver<Int>]>([])
    func load() -> Promise<Int> {
      Promise { resolver in
        resolver.onDiscard(of: Request(cage.canary())) {
          $0.isCanceled = true
          stops.value.append($0.isCanceled)
        }
        kept.value.append(resolver)
      }
    }
    let (first, second) = (load(), load())
    #expect(cage.living == 2)
    first.discard()
    second.resolve(2)

    #expect(stops.value == [true])
    #expect(cage.living == 0)
  }

  @MainActor
  @Test func `on the main actor, work is stopped there`() async throws {
    var stopped: [String] = []
    let (here, resolver) = Promise<Int>.pending()
    let (elsewhere, other) = Promise<Int>.pending()
    resolver.onDiscard(on: MainActor.shared) { stopped.append("here") }
    other.onDiscard(on: MainActor.shared) { stopped.append("elsewhere") }

    here.discard()
    await Task.detached { elsewhere.discard() }.value
    while stopped.count < 2 { await Task.yield() }

    #expect(stopped == ["here", "elsewhere"])
  }
}

struct DiscardReasonTests {
  @Test func `a closure that a discard runs later keeps its reason`() {
    let context = ManualContext()
    let (reason, source) = ("the page was closed", DiscardSource())
    let (cleanup, deep) = (Promise<Void>(), Promise<Int>())
    let (blocked, resolver) = Promise<Int>.pending()
    let inner = (0..<8).map { _ in Promise<Int>(discard: {}) }
    @Sendable func discarding(_ number: Int) -> @Sendable () -> Void { { inner[number].discard() } }
    resolver.onDiscard(on: context, discarding(0))
    source.token.onDiscard(discarding(1))
    source.token.onDiscard(on: context, discarding(2))
    // Its handler is deferred.
    (0..<100).reduce(deep) { stage, _ in stage.map { $0 } }.observe { _ in discarding(3)() }
    let work = Promise<Int>(discard: { deep.resolve(0) })
    let pages = [
      work.ensureThen { cleanup }.ensureThen { Promise(value: discarding(4)()) }
        .ensure(discarding(5)),
      Promise<Int>().ensure(on: context, discarding(6)),
      Promise(value: 1).ensure(on: context, discarding(7)), blocked,
    ]

    for page in pages { page.discard(because: reason) }
    source.discard(because: reason)
    Promise<Int>(discard: { cleanup.resolve() }).discard(because: "something else")
    context.runAll()

    let errors = inner.map { $0.failure as? DiscardedError }
    #expect(errors.map { $0?.reason } == Array(repeating: reason, count: 8))
    #expect(errors.allSatisfy { $0?.cause == .owner })
  }
}
