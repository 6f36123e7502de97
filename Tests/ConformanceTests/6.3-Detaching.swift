import Pledge
import PledgeTestSupport
import Testing

@Suite("6.3 Detaching", .hangLimit)
struct Detaching {
  private let log = Log<String>()

  @Test("6.3.1 Stages, handlers, waiting tasks, and chained promises are consumers of a promise")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause6_3_1() async throws {
    let root = Promise<Int>()
    let sources = (0..<4).map { _ in root.map { $0 } }
    let stage = sources[0].map { $0 }
    sources[1].then({ _ in }, nil)
    let waiting = Task.immediate { try await sources[2].value }
    let chained = Promise<Int>()
    chained.chain(after: sources[3])

    for source in sources { source.map { $0 }.discard() }

    #expect(sources.allSatisfy { $0.isPending })
    root.resolve(1)
    #expect(stage.got == 1)
    #expect(chained.got == 1)
    #expect(try await waiting.value == 1)
  }

  @Test func `6.3.2 A consumer that is discarded detaches`() {
    let root = Promise<Int>()
    let source = root.map { $0 }
    let (first, second) = (source.map { $0 }, source.map { $0 })

    first.discard()
    #expect(source.isPending)
    second.discard()

    #expect(source.isDiscarded)
    #expect(root.isPending)
  }

  @Test func `6.3.3 A consumer that is settled explicitly detaches`() {
    let root = Promise<Int>()
    let source = root.map { $0 }
    let (first, second) = (source.map { $0 }, source.map { $0 })

    first.resolve(1)
    #expect(source.isPending)
    second.reject(Broken())

    #expect(source.isDiscarded)
    #expect(first.got == 1)
    #expect(second.failure is Broken)
  }

  @Test(
    "6.3.4 A detached consumer immediately releases its handler and the handler's captures",
    arguments: ManualSettlement.allCases
  )
  func clause6_3_4(manual: ManualSettlement) {
    let cage = Cage(weight: 0)
    let log = Log<Int>()
    let source = Promise<Int>()
    let stay = source.map { $0 }
    let stage = source.map { [life = cage.canary()] value in
      withExtendedLifetime(life) { log.add(value) }
      return value
    }

    manual.settle(stage)

    #expect(cage.living == 0)
    source.resolve(1)
    #expect(log.entries == [])
    #expect(manual.hasSettled(stage))
    #expect(stay.got == 1)
  }

  @Test func `6.3.5 A stage whose last consumer detaches is discarded, and so on up the chain`() {
    for root in [Promise<Int>(), Promise<Int>(discard: {})] {
      let first = root.map { $0 }
      let second = first.ensure {}
      let third = second.flatMap { Promise(value: $0) }

      third.map { $0 }.discard()

      #expect([first, second, third].allSatisfy { $0.isDiscarded })
    }
  }

  @Test(
    "6.3.6 A promise that still has a consumer is never discarded because other consumers detach"
  )
  func clause6_3_6() {
    let wrong = raced(
      rounds: 2_000,
      sharing: DetachingConsumers(),
      [
        { consumers in for stage in consumers.detaching { stage.discard() } },
        { consumers in consumers.late.value = consumers.source.map { $0 } },
      ]
    ) { consumers in
      let wasPending = consumers.source.isPending
      consumers.root.resolve(1)
      return wasPending && consumers.remaining.got == 1 && consumers.late.value?.got == 1
    }

    #expect(wrong == 0)
  }

  @Test("6.3.7 A root with work that can be stopped is discarded when its last consumer detaches")
  func clause6_3_7() async throws {
    let withBlock = Promise<Int>(discard: { log.add("block") })
    let (withOnDiscard, resolver) = Promise<Int>.pending()
    resolver.onDiscard { log.add("onDiscard") }
    let cancelled = Promise<Bool>()
    let withTask = Promise<Int> {
      await untilCancelled()
      cancelled.resolve(Task.isCancelled)
      return 1
    }
    let context = ManualContext()
    let onContext = Promise(on: context) { log.add("body") }.map { 1 }

    for root in [withBlock, withOnDiscard, withTask, onContext] { root.map { $0 }.discard() }
    context.runAll()

    #expect(log.entries == ["block", "onDiscard"])
    #expect([withBlock, withOnDiscard, withTask, onContext].allSatisfy { $0.isDiscarded })
    #expect(try await cancelled.settled().get())
  }

  @Test func `6.3.8 A plain Promise() is never settled because consumers detach`() {
    let root = Promise<Int>()

    for _ in 0..<3 { root.map { $0 }.map { $0 }.discard() }

    #expect(root.isPending)
    root.resolve(1)
    #expect(root.map { $0 }.got == 1)
  }

  @Test func `6.3.9 A promise that never had a consumer is not discarded for lack of consumers`() {
    let root = Promise<Int>()
    let stage = root.map { $0 }
    let withBlock = Promise<Int>(discard: {})
    let chained = Promise<Int>()
    chained.chain(after: root)

    root.map { $0 }.discard()

    #expect(stage.isPending)
    #expect(withBlock.isPending)
    #expect(chained.isPending)
    root.resolve(1)
    #expect(chained.got == 1)
  }

  @Test func `6.3.10 Releasing a reference does not detach a consumer`() {
    let log = Log<Int>()
    let root = Promise<Int>()
    let source = root.map { $0 }
    do { _ = source.map { log.add($0) } }

    source.map { $0 }.discard()

    #expect(source.isPending)
    root.resolve(1)
    #expect(log.entries == [1])
  }

  @Test(arguments: everyWay)
  func `6.3.11 Detaching from a settled promise has no effect`(way: Way) {
    let context = ManualContext()
    let root = Promise<Int>(discard: { log.add("stop") })
    let source = root.map { $0 }
    let stage = source.map(on: context) { $0 }

    way.resolve(1) { root.chain(after: $0) }
    stage.discard()

    #expect(source.got == 1)
    #expect(root.got == 1)
    #expect(log.entries == [])
  }

  @Test func `6.3.12 Work stops from the top down, before any handler runs`() {
    let root = Promise<Int>(discard: { log.add("root stops") })
    let upper = root.ensure { log.add("upper cleans up") }
    let lower = upper.ensure { log.add("lower cleans up") }
    let stage = lower.map { $0 }
    stage.catch { _ in log.add("stage handler") }

    stage.discard()

    #expect(
      log.entries == [
        "root stops", "upper cleans up", "lower cleans up", "stage handler",
      ]
    )
    #expect([root, upper, lower, stage].allSatisfy { $0.isDiscarded })
  }

  @Test("6.3.13 Discarding a stage that waits for a returned promise detaches it from that promise")
  func clause6_3_13() {
    let root = Promise<Int>()
    let plain = Promise<Int>()
    let derived = root.map { $0 }
    let watched = root.map { $0 }
    let sibling = watched.map { $0 }
    let stoppable = Promise<Int>(discard: {})
    let returned = [plain, derived, watched, stoppable]
    let source = Promise<Int>()
    let stages = returned.map { promise in source.flatMap { _ in promise } }
    source.resolve(0)

    for stage in stages { stage.discard() }

    #expect(returned.map { $0.isDiscarded } == [false, true, false, true])
    root.resolve(1)
    #expect(sibling.got == 1)
    #expect(source.got == 0)
  }

  @Test(
    "6.3.14 Settling a stage explicitly stops the work above it before any handler runs",
    arguments: ManualSettlement.allCases
  )
  func clause6_3_14(manual: ManualSettlement) {
    let root = Promise<Int>(discard: { log.add("root stops") })
    let upper = root.ensure { log.add("upper cleans up") }
    let stage = upper.map { $0 }
    stage.observe { _ in log.add("stage handler") }

    manual.settle(stage)

    #expect(log.entries == ["root stops", "upper cleans up", "stage handler"])
    #expect(manual.hasSettled(stage))
    #expect(root.isDiscarded)
    #expect(upper.isDiscarded)
  }

  @Test("6.3.15 Work that loses its last reference while its last consumer detaches is stopped")
  func clause6_3_15() async {
    let work = Locked<Promise<Int>?>(Promise(discard: { log.add("work stops") }))
    let lower = stage(dropping: work)

    lower.discard()

    #expect(log.entries == ["work stops"])
    #expect(work.value == nil)
    #expect(lower.isDiscarded)
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        for throughStage in [false, true] {
          Detaching.expectStoppedByHandler(throughStage: throughStage)
        }
      }
      #expect(reports.isEmpty)
    }
  }

  /// Checks that work is discarded if its last reference is released by the handler of a promise
  /// that is chained after it, directly or through a stage.
  private static func expectStoppedByHandler(throughStage: Bool) {
    let log = Log<String>()
    let work = Locked<Promise<Int>?>(Promise(discard: { log.add("work stops") }))
    let root = Promise<Int>()
    let chained = root.map { value in
      _ = work.withLock { $0.take() }
      log.add("handler ends")
      return value
    }
    let stage = throughStage ? work.value?.mapError { $0 } : nil
    if let source = stage ?? work.value { chained.chain(after: source) }

    root.resolve(3)

    #expect(log.entries == ["work stops", "handler ends"])
    #expect(chained.got == 3)
    #expect(stage?.isDiscarded == (throughStage ? true : nil))
  }

  /// Returns the lower of two stages derived from some work.
  ///
  /// The upper stage has another consumer that was settled manually and is released when the lower
  /// stage detaches. Its value holds the last reference to the work.
  private func stage(dropping work: Locked<Promise<Int>?>) -> Promise<Int> {
    let upper = work.value?.map { $0 } ?? Promise()
    let settledManually = upper.map { _ in Life {} }
    let lower = upper.map { $0 }
    settledManually.resolve(
      Life {
        let last = work.withLock { $0.take() }
        withExtendedLifetime(last) {}
      }
    )
    return lower
  }
}

/// A stage from which many consumers detach while one remains and another is added.
private final class DetachingConsumers: Sendable {
  let root = Promise<Int>()
  let source: Promise<Int>
  let remaining: Promise<Int>
  let detaching: [Promise<Int>]
  let late = Locked<Promise<Int>?>(nil)

  init() {
    let source = root.map { $0 }
    detaching = (0..<5).map { _ in source.map { $0 } }
    remaining = source.map { $0 }
    self.source = source
  }
}

/// Waits until its task is canceled.
func untilCancelled() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  continuation.finish()
}
