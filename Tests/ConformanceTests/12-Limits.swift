import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("12 Limits", .serialized, .disabled(if: isThreadSanitized), .hangLimit)
struct Limits {
  @Test func `12.1.1 A chain of 1,000,000 stages is fulfilled`() async {
    let end = await onSmallStack {
      let root = Promise<Int>()
      let end = chain(of: million, from: root)
      root.resolve(0)
      return end.got
    }

    #expect(end == million)
  }

  @Test func `12.1.2 A chain of 1,000,000 stages is rejected`() async {
    let isRight = await onSmallStack {
      let root = Promise<Int>()
      let end = chain(of: million, from: root)
      root.reject(Broken())
      return end.failure is Broken
    }

    #expect(isRight)
  }

  @Test func `12.1.3 A chain of 1,000,000 stages is discarded from its end`() async {
    let (isDiscarded, hasStopped, first) = await onSmallStack {
      let log = Log<String>()
      let root = Promise<Int>(discard: { log.add("stop") })
      let first = root.map { $0 }
      let end = chain(of: million, from: first)
      end.discard()
      return (end.isDiscarded, log.entries == ["stop"], first.isDiscarded)
    }

    #expect(isDiscarded)
    #expect(hasStopped)
    #expect(first)
  }

  @Test func `12.1.4 A chain of 1,000,000 stages is released while pending`() async {
    let isBroken = await onSmallStack {
      do {
        let root = Promise<Int>()
        _ = chain(of: million, from: root)
      }
      var root: Promise<Int>? = Promise()
      let end = root.map { chain(of: million, from: $0) }
      root = nil
      return end?.failure is BrokenPromiseError
    }

    #expect(isBroken)
  }

  @Test
  func `12.1.5 A chain of 1,000,000 stages that each wait for a returned promise settles`() async {
    let (ends, count) = await onSmallStack {
      let gate = Promise<Int>()
      let start = Promise<Int>()
      var end: Future<Int> = gate
      for _ in 0..<million {
        let previous = end
        end = start.flatMap { _ in previous }
      }
      start.resolve(0)
      let count = Locked(0)
      let last = end.map { value in
        count.withLock { $0 += 1 }
        return value
      }
      gate.resolve(7)
      return ([end.got, last.got], count.value)
    }

    #expect(ends == [7, 7])
    #expect(count == 1)
  }

  @Test(
    "12.2.10 1,000 timeouts of 64 KiB against a promise that never settles take less than 1 MiB",
    .disabled(if: isSanitized)
  )
  func clause12_2_10() async {
    await #expect(processExitsWith: .success) {
      let never = Promise<[UInt8]>()
      let clock = ManualClock()
      await timeOut(never, 200, clock)
      var growth = Int.max
      // A thread's first allocation takes some memory, once; a leak shows every time.
      for _ in 0..<8 where growth >= 1 << 20 {
        let before = peakMemory()
        await timeOut(never, 1_000, clock)
        growth = peakMemory() - before
      }

      #expect(growth < 1 << 20)
      #expect(peakMemory() > 0)
      #expect(never.isPending)
    }
  }

  @Test func `12.2.11 10,000 pending timeouts do not take a thread each`() async {
    await #expect(processExitsWith: .success) {
      let never = Promise<Int>()
      // The first timer starts shared threads, and its firing starts those that run handlers.
      _ = await after(.milliseconds(1)).settled()
      let before = threads()

      let limited = (0..<10_000).map { _ in never.timeout(after: .seconds(3_600)) }

      // The number of system threads may vary.
      #expect(threads() < before + 16)
      #expect(before > 0)
      for promise in limited { promise.discard() }
    }
  }

  @Test func `12.3.1 A pending promise forgets detached consumers while other consumers remain`() {
    let promise = Promise<Int>()
    let remaining = (0..<10).map { _ in promise.map { $0 } }
    var newest = promise.map { $0 }
    let left = (0..<1_000).map { _ in
      let detaching = newest
      newest = promise.map { $0 }
      detaching.discard()
      return WeakStage(detaching)
    }

    #expect(left.count { $0.stage != nil } <= 64)
    #expect(remaining.allSatisfy { $0.isPending })
  }
}

private let million = 1_000_000

private func chain(of length: Int, from source: Promise<Int>) -> Promise<Int> {
  var end = source
  for _ in 0..<length { end = end.map { $0 + 1 } }
  return end
}

/// Lets `times` stages of `never`, each with 64 KiB, time out, and discards as many others while
/// they wait.
private func timeOut(_ never: Promise<[UInt8]>, _ times: Int, _ clock: ManualClock) async {
  for number in 0..<times {
    let weight = [UInt8](repeating: UInt8(number % 256), count: 1 << 16)
    let limited = never.map { $0 + weight }.timeout(after: .seconds(1), clock: clock)
    let discarded = never.map { $0 + weight }.timeout(after: .seconds(3_600))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    _ = await limited.settled()
    discarded.discard()
  }
}

/// A weak reference to a stage.
private final class WeakStage {
  private(set) weak var stage: Promise<Int>?

  init(_ stage: Promise<Int>) { self.stage = stage }
}
