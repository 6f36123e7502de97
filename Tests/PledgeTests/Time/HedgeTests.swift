import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct HedgeTests {
  private let clock = ManualClock()
  private let work = Work()

  /// Starts attempts that can be discarded, numbered from 1.
  private var attempt: @Sendable () throws -> Future<Int> {
    { [work] in work.start(work.started.count + 1) }
  }

  private func budget(minimumRate: Double) -> RetryBudget {
    RetryBudget(named: "search", ratio: 0, minimumRate: minimumRate, clock: clock)
  }

  /// Waits until the silence is measured, and ends it.
  private func fallSilent() async {
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
  }

  @Test func `a timer that comes after that of the next attempt does not replace it`() async throws
  {
    let clock = HookedClock(base: clock)
    // The first attempt fails while its timer is created, as if on another thread.
    clock.hook.value = { [work] in work[1].reject(Broken()) }
    let promise = hedge(after: .seconds(1), max: 3, clock: clock, attempt)
    #expect(work.started == [1, 2])
    #expect(clock.base.sleepers == 1)
    work[2].resolve(2)

    #expect(try await promise.value == 2)
    #expect(clock.base.sleepers == 0)
  }

  @Test func `attempts that fail or throw immediately follow one another`() throws {
    let promise = hedge(after: .seconds(1), max: 1_000, clock: clock) { [work] in
      let number = work.started.count + 1
      work.start(number).reject(Broken(number: number))
      if number.isMultiple(of: 2) { throw Broken(number: number) }
      return work[number]
    }

    let error = try #require(promise.failure as? AggregateError)
    #expect(error.errors.map { ($0 as? Broken)?.number } == Array(1...1_000))
    #expect(clock.sleepers == 0)
  }

  @Test func `discarded by an attempt that starts, it starts no other`() {
    let held = Locked<Promise<Int>?>(nil)
    let promise = hedge(after: .seconds(1), max: 5, clock: clock) { [work] in
      held.value?.discard()
      let promise = work.start(work.started.count + 1)
      if work.started.count > 1 { promise.reject(Broken()) }
      return promise
    }
    held.value = promise

    work[1].reject(Broken())

    #expect(promise.isDiscarded)
    #expect(work.started == [1, 2])
  }

  @Test func `an attempt that waits for the hedge itself is a cycle`() {
    let held = Locked<Promise<Int>?>(nil)
    held.value = hedge(after: .seconds(1), clock: clock) { [work] in
      held.value?.map { $0 } ?? work.start(1)
    }

    work[1].reject(Broken())

    #expect(held.value?.failure is CycleError)
    held.value = nil
  }

  @Test func `a task-local kept in handlers is seen by later attempts`() throws {
    Request.$id.keepInHandlers()
    let seen = Log<Int>()
    let promise = Request.$id.withValue(7) {
      hedge(after: .seconds(1), clock: clock) { [work] in
        seen.add(Request.id)
        return work.start(work.started.count + 1)
      }
    }

    work[1].reject(Broken())

    #expect(seen.entries == [7, 7])
    promise.discard()
  }
}

private enum Request {
  @TaskLocal static var id = 0
}

// MARK: - With a budget

extension HedgeTests {
  @Test func `while the budget is overdrawn, a silence starts nothing and is measured again`()
    async throws
  {
    let budget = budget(minimumRate: 0.1)
    let first = hedge(after: .seconds(1), max: 3, budget: budget, clock: clock, attempt)
    for _ in 0..<4 { await fallSilent() }
    await clock.waitForSleepers(1)
    #expect(work.started == [1, 2])
    #expect(budget.balance == 0)

    clock.advance(by: .seconds(10))
    while work.started.count < 3 { await Task.yield() }

    work[1].resolve(1)
    #expect(try await first.value == 1)
  }
}

/// A manual clock that runs a closure when it is read for the first time.
private struct HookedClock: TimerClock {
  let base: ManualClock
  let hook = Locked<(@Sendable () -> Void)?>(nil)

  var now: ManualClock.Instant {
    hook.withLock { $0.take() }?()
    return base.now
  }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  func addTimer(
    until deadline: ManualClock.Instant,
    _ makePromise: (@escaping @Sendable () -> Void) -> Promise<Void>
  ) -> Promise<Void> {
    base.addTimer(until: deadline, makePromise)
  }
}
