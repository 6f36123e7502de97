import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@testable import PledgeCore

@Suite struct ConsumerCountTests {
  @Test func `consumers count until they detach or are called`() {
    let promise = Promise<Int>()
    #expect(promise.consumerCount == 0)
    let stages = [promise.map { $0 + 1 }, promise.flatMap { Promise(value: $0) }]
    promise.observe { _ in }
    #expect(promise.consumerCount == 3)
    // Not the newest consumer, which would be removed from the list immediately.
    stages[0].discard()
    #expect(promise.consumerCount == 2)
    promise.map { $0 }.ignoringErrors()
    #expect(promise.consumerCount == 3)
    promise.resolve(1)
    #expect(promise.consumerCount == 0)
    #expect(Promise(value: 1).consumerCount == 0)
  }
}

/// Promises marked with `ignoringErrors()`: the mark counts as a consumer without being one.
@Suite struct IgnoredErrorsTests {
  private struct Oops: Error {}

  @Test func `the mark counts as one consumer until the promise is settled`() {
    let promise = Promise<Int>()
    promise.ignoringErrors()
    promise.ignoringErrors()
    #expect(promise.consumerCount == 1)
    let stage = promise.map { $0 }
    #expect(promise.consumerCount == 2)
    stage.discard()
    #expect(promise.consumerCount == 1)
    promise.resolve(1)
    #expect(promise.consumerCount == 0)
  }

  @Test(arguments: [1, 100])
  func `work continues when all other consumers detach`(consumers: Int) {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let stage = work.map { $0 + 1 }
    // Many consumers, so that the list is swept, too.
    let lower = (0..<consumers).map { _ in stage.map { $0 } }
    stage.ignoringErrors()
    for promise in lower { promise.discard() }

    #expect(stage.consumerCount == 1)
    #expect(stops.count == 0)
    work.resolve(1)
    #expect(stage.result.flatMap { try? $0.get() } == 2)
  }

  @Test func `rejections are not reported, broken promises are, once`() async {
    await #expect(processExitsWith: .success) {
      let errors = Locked<[any Error]>([])
      UnhandledRejections.handle { report in errors.withLock { $0.append(report.error) } }
      for isEarly in [true, false] {
        let promise = Promise<Int>()
        if isEarly { promise.ignoringErrors() }
        promise.reject(Oops())
        if !isEarly { promise.ignoringErrors() }
      }
      #expect(errors.withLock { $0.isEmpty })

      // A root, a root with work and a consumer, a stage, and a resolver.
      Promise<Int>().ignoringErrors()
      do {
        let work = Promise<Int>(discard: {})
        work.map { $0 }.ignoringErrors()
        work.ignoringErrors()
      }
      Promise<Int>().map { $0 }.ignoringErrors()
      let broken = Locked<Promise<Int>?>(nil)
      do {
        let (promise, resolver) = Promise<Int>.pending()
        promise.ignoringErrors()
        broken.withLock { $0 = promise }
        withExtendedLifetime(resolver) {}
      }

      #expect(errors.withLock { $0.count } == 4)
      #expect(errors.withLock { $0.allSatisfy { $0 is BrokenPromiseError } })
    }
  }
}

@Suite struct IgnoredErrorsRaceTests {
  private struct Oops: Error {}

  @Test func `the mark is never lost while others attach, detach, and settle`() async {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      let team = Team()
      for _ in 0..<rounds {
        let source = Promise<Int>()
        // If the rejection comes before the discard, no report is due for the stage, either.
        let stage = Slot(source.mapError { _ in DiscardedError() })
        let marked = source.map { $0 }
        team.race([
          { source.ignoringErrors() },
          { marked.ignoringErrors() },
          { stage.take().discard() },
          { source.reject(Oops()) },
          { _ = source.consumerCount },
        ])
      }
      #expect(reports.count == 0)
    }
  }
}

@Suite struct ReplacedDependencyTests {
  @Test func `a dependency takes the place of one that has ended`() {
    let promise = Promise<Int>()
    let timers = (0..<100).map { _ in Promise<Void>() }
    var previous: Node?
    for timer in timers {
      let consumer = timer.observed { _ in }
      promise.replaceDependency(previous, by: consumer)
      previous = consumer
    }
    #expect(promise.dependencies(upTo: 1_000)?.consumers.count == 1)

    promise.resolve(1)
    #expect(timers[99].consumerCount == 0)
  }

  @Test func `a dependency added after the settlement ends immediately`() {
    let timer = Promise<Void>()
    Promise(value: 1).replaceDependency(nil, by: timer.observed { _ in })
    #expect(timer.consumerCount == 0)
  }
}

@Suite struct SweepTests {
  @Test func `detached consumers never outnumber attached ones for long`() {
    let source = Promise<Int>()
    var traces: [Trace] = []
    var remaining: [Promise<Int>] = (0..<1_000).map { _ in source.map { $0 } }
    traces = remaining.map(Trace.init)
    // Start with the oldest, so that none is at the head.
    while remaining.count > 1 {
      remaining.removeFirst().discard()
      let detachedCount = traces.count { $0.promise != nil } - remaining.count
      #expect(detachedCount <= max(32, remaining.count))
    }
    source.resolve(1)
    #expect(remaining.allSatisfy { $0.isFulfilled })
  }
}
