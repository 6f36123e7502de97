import Pledge
import PledgeTestSupport
import Testing

@Suite("6.1 `discard()`")
struct Discarding {
  private let log = Log<String>()

  @Test func `6.1.1 A pending promise that is discarded is rejected with DiscardedError`() {
    let promise = Promise<Int>()
    let stage = promise.map { $0 }

    stage.discard()
    promise.discard()

    #expect(promise.failure is DiscardedError)
    #expect(stage.failure is DiscardedError)
  }

  @Test func `6.1.2 Discarding a promise calls its discard block`() {
    let promise = Promise<Int>(discard: { log.add("stop") })

    promise.discard()

    #expect(log.entries == ["stop"])
    #expect(promise.isDiscarded)
  }

  @Test(arguments: everyWay) func `6.1.3 Discarding a settled promise has no effect`(way: Way) {
    let withBlock = Promise<Int>(discard: { log.add("stop") })
    withBlock.resolve(1)

    withBlock.discard()
    way.expectNoEffect { $0.discard() }

    #expect(withBlock.got == 1)
    #expect(log.entries == [])
  }

  @Test func `6.1.4 The block runs before the handlers`() {
    let promise = Promise<Int>(discard: { log.add("stop") })
    promise.catch { _ in log.add("handler") }

    promise.discard()

    #expect(log.entries == ["stop", "handler"])
  }

  @Test func `6.1.5 The block runs at most once, regardless of threads`() {
    let discard: @Sendable (Stoppable) -> Void = { $0.promise.discard() }

    let wrong = raced(
      rounds: 3_000,
      sharing: Stoppable(),
      [discard, discard, { $0.promise.resolve(1) }]
    ) { round in
      round.log.entries == (round.promise.isDiscarded ? ["stop"] : [])
    }

    #expect(wrong == 0)
  }

  @Test func `6.1.6 From the start of the block, the outcome is decided`() {
    let log = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard {
      log.add(resolver.resolve(1))
      promise.resolve(1)
      promise.reject(Broken())
    }

    promise.discard()

    #expect(log.entries == [false])
    #expect(promise.isDiscarded)
  }

  @Test func `6.1.7 A promise that settles releases its discard block without running it`() {
    let cage = Cage(weight: 0)
    let promise = Promise<Int>(discard: { [life = cage.canary()] in
      withExtendedLifetime(life) { log.add("stop") }
    })
    #expect(cage.living == 1)

    promise.resolve(1)

    #expect(cage.living == 0)
    #expect(log.entries == [])
    #expect(promise.got == 1)
  }

  @Test func `6.1.8 A promise can be discarded regardless of its consumers`() {
    let promise = Promise<Int>()
    let stages = (0..<3).map { _ in promise.map { $0 } }
    promise.observe { _ in }
    promise.shared()

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(stages.allSatisfy { $0.isDiscarded })
  }

  @Test func `6.1.9 Downstream, a discard is an error and is never silent`() {
    let log = Log<Bool>()
    let promise = Promise<Int>()
    promise.map { $0 }.catch { log.add($0 is DiscardedError) }
    let recovered = promise.map { $0 }.recover { _ in 2 }

    promise.discard()

    #expect(log.entries == [true])
    #expect(recovered.got == 2)
  }

  @Test func `6.1.10 DiscardedError states why the promise was discarded`() {
    let work = Promise<Int>(discard: {})
    let (discarded, above) = (work.map { $0 }, work)
    let downstream = discarded.map { $0 }
    discarded.discard()
    let requested = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>()
    requested.value = source.map { value in
      requested.value?.discard()
      return value
    }
    source.resolve(1)

    let byToken = DiscardSource()
    let work2 = Promise<Int>(discard: {}).discarded(by: byToken.token)
    byToken.discard()
    let late = Promise<Int>(discard: {})
    let limited = late.timeout(after: .zero)

    let causes = [above, discarded, downstream, requested.value, work2, late].map { promise in
      (promise?.failure as? DiscardedError)?.cause
    }
    #expect(causes == [.lastConsumer, .owner, .owner, nil, .token, .timeout])
    #expect(requested.value?.failure is DiscardedError)
    #expect(limited.failure is TimeoutError)
    requested.value = nil
  }

  @Test(
    "6.1.11 The reason given for a discard is part of every `DiscardedError` that follows from it"
  )
  func clause6_1_11() async {
    let awaited = Promise<Int>(discard: {})
    let freed = Promise<Int>(discard: {})
    let task = Promise<Int> { try await awaited.value }
    while awaited.currentConsumerCount == 0 { await Task.yield() }
    let (work, resolver) = Promise<Int>.pending()
    resolver.onDiscard { freed.discard() }
    let stage = work.map { $0 }
    let both = all(stage, task)
    both.discard(because: "the page was closed")

    // The canceled task detaches on its own thread.
    while awaited.isPending { await Task.yield() }
    let reasons = [both.failure, stage.failure, work.failure, task.failure, awaited.failure].map {
      ($0 as? DiscardedError)?.reason
    }
    #expect(reasons == Array(repeating: "the page was closed", count: 5))
    let freedError = freed.failure as? DiscardedError
    #expect(freedError?.reason == "the page was closed")
    #expect(freedError?.cause == .owner)
    let plain = Promise<Int>(discard: {})
    plain.discard()
    #expect((plain.failure as? DiscardedError)?.reason == nil)
  }
}

/// A promise whose discard block logs its call.
private final class Stoppable: Sendable {
  let log = Log<String>()
  let promise: Promise<Int>

  init() {
    promise = Promise(discard: { [log] in log.add("stop") })
  }
}

@Suite("6.2 `onDiscard`")
struct OnDiscard {
  private let log = Log<String>()

  @Test func `6.2.1 A block passed to onDiscard runs when the promise is discarded`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard { log.add("stop") }
    promise.catch { _ in log.add("handler") }

    promise.discard()

    #expect(log.entries == ["stop", "handler"])
  }

  @Test func `6.2.2 Several blocks run in the order of their registration`() {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    for number in 0..<5 { resolver.onDiscard { log.add(number) } }

    promise.discard()

    #expect(log.entries == Array(0..<5))
  }

  @Test func `6.2.3 If the promise is already discarded, the block runs immediately`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.discard()

    resolver.onDiscard { log.add("stop") }

    #expect(log.entries == ["stop"])
    let wrong = raced(
      rounds: 3_000,
      sharing: (pending: Promise<Int>.pending(), log: Log<String>()),
      [
        { $0.pending.promise.discard() },
        { round in round.pending.resolver.onDiscard { round.log.add("stop") } },
      ]
    ) { round in
      round.log.entries == ["stop"]
    }
    #expect(wrong == 0)
  }

  @Test
  func `6.2.5 A block with a context is submitted to the context when the promise is discarded`() {
    let context = ManualContext()
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<Int>()
    resolver.onDiscard(on: context) { log.add(1) }

    promise.discard()

    #expect(log.entries == [])
    context.runAll()
    #expect(log.entries == [1])
  }

  @Test(
    "6.2.4 The block is released without running when the promise settles in another way",
    arguments: everyWay
  )
  func clause6_2_4(way: Way) {
    let cage = Cage(weight: 0)
    let (promise, resolver) = Promise<Int>.pending()
    let register = {
      resolver.onDiscard { [life = cage.canary()] in
        withExtendedLifetime(life) { log.add("stop") }
      }
    }

    if way == .already { resolver.resolve(1) }
    register()
    if way == .immediately { resolver.resolve(1) }
    if way == .eventually { onThread { resolver.resolve(1) } }
    promise.discard()

    #expect(cage.living == 0)
    #expect(log.entries == [])
  }
}
