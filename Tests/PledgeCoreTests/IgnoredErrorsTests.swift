import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

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

  @Test func `the owner still discards it, and the work above`() {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let stage = work.map { $0 }
    stage.ignoringErrors()
    stage.discard()

    #expect(stops.count == 1)
    #expect(work.isRejected)
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
