import Pledge
import PledgeTestSupport
import Testing

/// Limits, rates, and room of a queue.
@Suite(.hangLimit)
struct QueueLoadTests {
  private let works = Work()

  @Test func `an operation for which there is no room is reported once, if at all`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      do {
        let (full, making) = (
          PromiseQueue(maxWaiting: 0),
          PromiseQueue(maxWaiting: 1, overflow: .rejectLowestPriority)
        )
        let gate = Promise<Int>()
        for queue in [full, making] {
          _ = queue.add { gate }
          queue.add { Promise(value: 1) }.catch { _ in }
        }
        _ = making.add(priority: 1) { Promise(value: 2) }
        #expect(reports.entries == [])
        _ = full.add { Promise(value: 2) }
        making.add(priority: 2) { Promise(value: 3) }.catch { _ in }
        gate.resolve(0)
      }
      let texts = [0, 1].map { ": the queue is full, at most \($0) may wait" }
      #expect(zip(reports.entries, texts).map { $0.hasSuffix($1) } == [true, true])
      #expect(reports.count == 2)
    }
  }

  @Test func `a handler of an operation that makes room may use the queue`() {
    let queue = PromiseQueue(maxWaiting: 1, overflow: .rejectLowestPriority)
    let gate = Promise<Int>()
    _ = queue.add { gate }
    let removed = queue.add { Promise(value: 1) }
    removed.catch { [works] _ in
      queue.add { works.start(9) }.catch { _ in gate.resolve(0) }
    }

    let urgent = queue.add(priority: 1) { [works] in works.start(2) }

    #expect(removed.failure is QueueFullError)
    #expect(works.started == [2])
    works[2].resolve(2)
    #expect(urgent.got == 2)
    #expect(queue.drained().got != nil)
  }

  @Test func `a handler of an operation that makes room may discard the other one`() {
    let queue = PromiseQueue(maxWaiting: 1, overflow: .rejectLowestPriority)
    _ = queue.add { [works] in works.start(0) }
    queue.add { Promise(value: 1) }.catch { _ in queue.discardAll() }

    let urgent = queue.add(priority: 1) { [works] in works.start(2) }

    #expect(urgent.isDiscarded)
    #expect(works.started == [0])
    #expect(queue.drained().got != nil)
  }

  @Test func `an observed queue has the same room`() async {
    await #expect(processExitsWith: .success) {
      let installation = Diagnostics.install(SilentObserver())
      let queue = PromiseQueue(limit: 1, maxWaiting: 0)
      let gate = Promise<Int>()
      let first = queue.add { gate }
      #expect(queue.add { Promise(value: 1) }.failure is QueueFullError)
      gate.resolve(0)
      #expect(first.got == 0)
      #expect(queue.add { Promise(value: 2) }.got == 2)
      withExtendedLifetime(installation) {}
    }
  }

  @Test func `an operation whose token has arrived takes up no room while its timer is late`() {
    let clock = LateClock()
    let queue = PromiseQueue(
      limit: 9,
      rate: .init(1, per: .seconds(1)),
      maxWaiting: 1,
      clock: clock
    )
    _ = works.add(0..<2, to: queue)
    clock.time.value = .milliseconds(1_005)

    let promises = works.add(2..<4, to: queue)
    #expect(works.started == [0, 1])
    #expect(promises[0].isPending)
    #expect(promises[1].failure is QueueFullError)
    clock.time.value = .milliseconds(2_005)
    _ = queue.add(priority: 1) { [works] in works.start(4) }

    #expect(works.started == [0, 1, 2])
    queue.discardAll()
  }

  @Test func `a queue that is released while operations wait for the rate loses none`() async {
    let clock = ManualClock()
    var queue: PromiseQueue? = PromiseQueue(
      limit: 9,
      rate: .init(1, per: .seconds(1)),
      clock: clock
    )
    let promises = (0..<3).compactMap { number in queue?.add { Promise(value: number) } }
    queue = nil

    for number in 1..<3 {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      _ = try? await promises[number].value
    }

    #expect(promises.map(\.got) == [0, 1, 2])
  }

  @Test func `a queue with a rate that is released while it is paused breaks what waits`() async {
    let clock = ManualClock()
    var queue: PromiseQueue? = PromiseQueue(
      limit: 9,
      rate: .init(1, per: .seconds(1)),
      clock: clock
    )
    let promises = (0..<2).compactMap { number in queue?.add { Promise(value: number) } }
    await clock.waitForSleepers(1)
    queue?.pause()
    queue = nil

    #expect(promises[1].failure is BrokenPromiseError)
    await clock.waitForSleepers(0)
  }
}

/// A clock whose timers do not fire, however late it is.
private struct LateClock: Clock {
  let time = Locked(Swift.Duration.zero)
  let timers = ManualClock()
  let minimumResolution = Swift.Duration.zero

  var now: ManualClock.Instant { timers.now.advanced(by: time.value) }

  func sleep(until _: ManualClock.Instant, tolerance _: Swift.Duration?) async throws {
    try await timers.sleep(until: timers.now.advanced(by: .seconds(1)), tolerance: nil)
  }
}
