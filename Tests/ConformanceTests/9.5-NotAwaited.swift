import Pledge
import PledgeTestSupport
import Testing

@Suite("9.5 What cleanups do not wait for", .hangLimit)
struct NotAwaited {
  private let work = Promise<Int>()
  private let log = Log<String>()
  private let end = Promise<Void>()

  /// Returns the work with a cleanup that lasts until the end is resolved.
  private func cleanedUpWork() -> Promise<Int> {
    work.ensureThen { log.pass(end, "start") }
  }

  @Test func `9.5.6 onDiscard closures do not wait`() {
    let stage = work.ensureThen { end }.map { $0 }
    let (middle, resolver) = Promise<Int>.pending()
    resolver.onDiscard { log.add("stop") }
    let result = all([stage, middle]).ensure { log.add("outer") }

    result.discard()
    #expect(log.entries == ["stop"])
    end.resolve()

    #expect(log.entries == ["stop", "outer"])
  }

  @Test func `9.5.7 The slot of a queue does not wait`() {
    let queue = PromiseQueue(limit: 1)
    let result = queue.add { work.ensureThen { end } }.ensure { log.add("outer") }
    let next = queue.add { Promise(value: log.add("next")) }

    result.discard()
    #expect(log.entries == ["next"] && !next.isPending)
    end.resolve()

    #expect(log.entries == ["next", "outer"])
  }

  @Test func `9.5.8 A cleanup waits only for those that the discard has reached`() {
    let inner = cleanedUpWork()
    let (first, second) = (inner.ensure { log.add("first") }, inner.ensure { log.add("second") })

    first.discard()
    #expect(log.entries == ["first"])
    second.discard()
    #expect(log.entries == ["first", "start"])
    end.resolve()

    #expect(log.entries == ["first", "start", "second"])
  }

  @Test(
    "9.5.9 If several consumers of the same work are discarded together, only the last one waits"
  )
  func clause9_5_9() {
    let inner = work.ensureThen { end }
    let members = [inner.ensure { log.add("first") }, inner.ensure { log.add("last") }]
    let result = all(members).ensure { log.add("outer") }

    result.discard()
    #expect(log.entries == ["first"])
    end.resolve()

    #expect(log.entries == ["first", "last", "outer"])
  }

  @Test(
    "9.5.10 A cleanup that runs because its source was settled does not wait for those above it"
  )
  func clause9_5_10() {
    let inner = cleanedUpWork()
    let result = inner.ensure { log.add("outer") }

    inner.discard()

    #expect(log.entries == ["start", "outer"])
    #expect(result.isDiscarded)
    end.resolve()
  }

  @Test(
    "9.5.11 Below a time limit, a race, or a failed combination, no cleanup waits for what it discards",
    arguments: EarlyEnd.allCases
  )
  func clause9_5_11(early: EarlyEnd) async {
    let other = Promise<Int>()
    let clock = ManualClock()
    let result = early.limit(cleanedUpWork(), by: other, clock).ensure { log.add("outer") }
    result.ignoringErrors()

    await early.end(other, clock)
    _ = try? await result.value

    #expect(log.entries == ["start", "outer"])
    #expect(!result.isPending)
    end.resolve()
  }

  @Test func `9.5.12 No cleanup waits for a handler above that is still running (6.4)`() {
    let discarded = Locked<Promise<Int>?>(nil)
    let result = work.ensure {
      discarded.value?.discard()
      log.add("inner")
    }
    .ensure { log.add("outer") }
    discarded.withLock { $0 = result }

    work.resolve(1)

    #expect(log.entries == ["outer", "inner"])
    #expect(result.isDiscarded)
  }

  @Test func `9.5.13 No cleanup waits for an acquisition (9.3.6)`() {
    let resource = Promise<Int>()
    let result = using(
      resource,
      releaseThen: { _, _ in log.pass(Promise(value: ()), "release") }
    ) { _ in Promise(value: 1) }
    .ensure { log.add("outer") }

    result.discard()
    #expect(log.entries == ["outer"])
    resource.resolve(1)

    #expect(log.entries == ["outer", "release"])
  }

  @Test func `9.5.14 A job that already waits does not wait for cleanups (6.5.4)`() {
    let context = ManualContext()
    let job = Promise(value: 1).ensure(on: context) { log.add("job") }
    job.chain(after: work.ensureThen { end })
    let result = job.ensure { log.add("outer") }

    result.discard()
    context.runAll()
    #expect(log.entries == ["job"])
    end.resolve()

    #expect(log.entries == ["job", "outer"])
  }

  @Test func `9.5.15 No cleanup waits for an ensure on a context`() {
    let context = ManualContext()
    Promise<Int>(discard: {}).ensure(on: context) { log.add("inner") }
      .ensure { log.add("outer") }
      .discard()
    #expect(log.entries == ["outer"])
    context.runAll()
    #expect(log.entries == ["outer", "inner"])

    do {
      let released = ManualContext()
      Promise<Int>(discard: {}).ensure(on: released) { log.add("third") }
        .ensure(on: released) { log.add("fourth") }
        .discard()
    }

    #expect(log.entries == ["outer", "inner", "third", "fourth"])
  }
}

/// A way in which work settles before all that it waits for.
enum EarlyEnd: CaseIterable {
  case timeout, race, all

  func limit(_ work: Promise<Int>, by other: Promise<Int>, _ clock: ManualClock) -> Promise<Int> {
    switch self {
    case .timeout: work.timeout(after: .seconds(1), clock: clock)
    case .race: Pledge.race(work, other)
    case .all: Pledge.all([work, other]).map { $0[0] }
    }
  }

  func end(_ other: Promise<Int>, _ clock: ManualClock) async {
    switch self {
    case .timeout:
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
    case .race: other.resolve(1)
    case .all: other.reject(Broken(number: 1))
    }
  }
}
