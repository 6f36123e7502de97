import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@testable import PledgeCore

/// Races whose threads are ordered by nothing but the promises: no job takes a lock, so the thread
/// sanitizer reports every missing ordering.
@Suite struct OrderingRaceTests {
  private let team = Team()

  /// A value whose creation and reads are visible to the sanitizer.
  private final class Parcel: Error, @unchecked Sendable {
    private var content: Int

    init(_ content: Int) {
      self.content = content
    }

    func open() { precondition(content == 1) }
  }

  private static func open(_ outcome: Result<Parcel, any Error>?) {
    if case .success(let parcel) = outcome { parcel.open() }
  }

  @Test func `a thread that sees a settled promise sees the value as it was created`() {
    for _ in 0..<rounds {
      let promise = Promise<Parcel>()
      let inspections: [Team.Job] = [
        { OrderingRaceTests.open(promise.result) },
        { promise.map { $0.open() }.ignoringErrors() },
        { promise.observe { OrderingRaceTests.open($0) } },
        { nested(48) { promise.observe { OrderingRaceTests.open($0) } } },
        { promise.map { $0 }.map { $0.open() }.ignoringErrors() },
      ]
      let (first, second) = (team.draw(inspections.count), team.draw(inspections.count))
      team.race([{ promise.resolve(Parcel(1)) }, inspections[first], inspections[second]])
    }
    // Completion is the assertion.
  }

  @Test func `a status snapshot of a promise sees the error as it was created`() {
    for _ in 0..<rounds {
      let promise = Promise<Int>()
      let stage = promise.map { $0 }
      let inspection: Team.Job = {
        for node in [promise, stage] {
          guard case .rejected(let error as Parcel, _) = node.statusSnapshot().state else {
            continue
          }
          error.open()
        }
      }
      team.race([{ promise.reject(Parcel(1)) }, inspection, inspection])
      stage.ignoringErrors()
    }
    // Completion is the assertion.
  }

  @Test func `a stage that follows a promise while it settles sees the value as it was created`() {
    for _ in 0..<rounds {
      let inner = Promise<Parcel>()
      let head = Promise<Int>()
      let stage = head.flatMap { _ in inner }
      if team.draw(2) == 0 { stage.observe { OrderingRaceTests.open($0) } }
      team.race([
        { inner.resolve(Parcel(1)) },
        { head.resolve(1) },
        { stage.observe { OrderingRaceTests.open($0) } },
      ])
    }
    // Completion is the assertion.
  }

  @Test func `a stage is settled by others while it begins to follow`() {
    for _ in 0..<rounds {
      let inner = Promise<Int>()
      let head = Promise<Int>()
      let capture = Parcel(1)
      let stage = head.flatMap { _ in
        capture.open()
        return inner
      }
      if team.draw(2) == 0 { stage.ignoringErrors() }
      let ends: [Team.Job] = [
        { stage.discard() }, { stage.resolve(2) }, { stage.chain(after: head) },
        { inner.resolve(3) },
      ]
      team.race([
        { head.resolve(1) },
        ends[team.draw(ends.count)],
        ends[team.draw(ends.count)],
      ])
      stage.discard()
    }
    // Completion is the assertion.
  }

  @Test func `a derived promise is settled by its source, manually, and by detaching`() {
    for _ in 0..<rounds {
      let root = Promise<Int>(discard: {})
      let capture = Parcel(1)
      let middle = root.map { value in
        capture.open()
        return value
      }
      let detachingConsumers = (0..<3).map { _ in middle.map { $0 } }
      team.race([
        { detachingConsumers[0].discard() },
        { detachingConsumers[1].discard() },
        { detachingConsumers[2].resolve(1) },
        { root.resolve(1) },
        { middle.resolve(2) },
      ])
    }
    // Completion is the assertion.
  }

  @Test func `a combination sees all its values as they were created`() {
    for _ in 0..<rounds {
      let parts = (0..<3).map { _ in Promise<Parcel>() }
      let whole = all(parts).map { for parcel in $0 { parcel.open() } }
      team.race(parts.map { part in { part.resolve(Parcel(1)) } })
      #expect(whole.isFulfilled)
    }
  }

  @Test func `a handler queued on a context sees the effects of the previous one`() {
    for _ in 0..<rounds {
      let root = Promise<Parcel>()
      let context = Shelf()
      let stage = root.map(on: context) { $0.open() }
      let ends: [Team.Job] = [{ stage.discard() }, { stage.resolve(()) }]
      team.race([
        { root.resolve(Parcel(1)) },
        ends[team.draw(ends.count)],
        { context.runAll() },
      ])
      context.runAll()
      #expect(!stage.isPending)
    }
  }

  /// A context whose work runs when `runAll()` is called.
  private final class Shelf: ExecutionContext {
    private let works = Locked<[@Sendable () -> Void]>([])

    func run(_ work: @escaping @Sendable () -> Void) {
      works.withLock { $0.append(work) }
    }

    func runAll() {
      let works = works.withLock { works in
        defer { works = [] }
        return works
      }
      for work in works { work() }
    }
  }

  @Test func `loops are settled and detached from outside while path compression removes turns`() {
    for _ in 0..<rounds {
      let steps = (0..<4).map { _ in Promise<Int>() }
      @Sendable func turn(_ left: Int) -> Promise<Int> {
        left == 0 ? Promise(value: 0) : steps[left - 1].flatMap { _ in turn(left - 1) }
      }
      let whole = turn(4)
      let end = Promise(value: 0).flatMap { _ in whole }
      let others: [Team.Job] = [
        { end.discard() }, { whole.discard() }, { end.resolve(1) }, { _ = end.map { $0 } },
        { steps[0].discard() },
      ]
      team.race([
        { for step in steps.reversed() { step.resolve(1) } },
        { steps[1].resolve(1) },
        others[team.draw(others.count)],
      ])
      end.discard()
    }
    // Completion is the assertion.
  }

  @Test func `stages detach from a promise while it is released with its producer`() {
    for _ in 0..<rounds {
      let last = Slot(Promise<Int>())
      let stages = (0..<4).map { _ in last.copy().map { $0 } }
      for stage in stages { stage.ignoringErrors() }
      team.race([
        { _ = last.take() },
        { stages[0].discard() },
        { stages[3].discard() },
        { stages[1].resolve(1) },
      ])
      #expect(stages.allSatisfy { !$0.isPending })
    }
  }

  // MARK: - Many promises at once

  /// The number of rounds for races over many promises, whose threads meet at one after the other.
  private let fewerRounds = max(1, rounds / 10)

  /// Lets the other threads get ahead, without waiting for them.
  private static func pause() {
    for _ in 0..<5 { yieldThread() }
  }

  @Test func `a handler added to a promise with consumers while it settles sees the outcome`() {
    for _ in 0..<fewerRounds {
      let promises = (0..<50).map { _ in Promise<Parcel>() }
      for promise in promises { promise.observe { OrderingRaceTests.open($0) } }
      team.race([
        { for promise in promises { promise.resolve(Parcel(1)) } },
        { for promise in promises { promise.observe { OrderingRaceTests.open($0) } } },
        { for promise in promises { promise.observe { OrderingRaceTests.open($0) } } },
      ])
    }
    // Completion is the assertion.
  }

  @Test func `describing a promise while it is rejected shows the error`() {
    for _ in 0..<fewerRounds {
      let promises = (0..<50).map { _ in Promise<Int>() }
      team.race([
        { for promise in promises { promise.reject("parcel lost") } },
        { for promise in promises { _ = promise.description } },
      ])
      for promise in promises { promise.ignoringErrors() }
    }
    // Completion is the assertion.
  }

  @Test func `the last release of a promise sees its outcome`() {
    for _ in 0..<fewerRounds {
      let promises = (0..<50).map { _ in Slot(Promise<Parcel>()) }
      let copies = promises.map { Slot($0.copy()) }
      team.race([
        { for promise in promises { promise.take().reject(CancellationError()) } },
        {
          for copy in copies {
            OrderingRaceTests.pause()
            _ = copy.take()
          }
        },
      ])
    }
    // Completion is the assertion.
  }

  @Test func `a settled source releases its detached consumers`() {
    for _ in 0..<fewerRounds {
      let winners = (0..<30).map { _ in Promise<Int>() }
      let losers = winners.map { _ in Promise<Int>() }
      for (winner, loser) in zip(winners, losers) {
        race([winner, loser]).ignoringErrors()
        // The newest consumer, so that the previous one stays in the list after it has detached.
        loser.ignoringErrors()
      }
      team.race([
        { for winner in winners { winner.resolve(1) } },
        {
          for loser in losers {
            OrderingRaceTests.pause()
            loser.resolve(1)
          }
        },
      ])
    }
  }

  @Test func `a source is released while its consumers detach`() {
    for _ in 0..<fewerRounds {
      let sources = (0..<50).map { _ in Slot(Promise<Int>()) }
      let stages = sources.map { $0.copy().map { $0 } }
      team.race([
        { for source in sources { source.take().resolve(1) } },
        { for stage in stages { stage.discard() } },
      ])
    }
    // Completion is the assertion.
  }

  @Test func `detached consumers are swept while others attach`() {
    for _ in 0..<fewerRounds {
      let promise = Promise<Int>()
      let detachingConsumers = (0..<200).map { _ in promise.map { $0 } }
      promise.ignoringErrors()
      team.race([
        { for detachingConsumer in detachingConsumers.prefix(100) { detachingConsumer.discard() } },
        { for detachingConsumer in detachingConsumers.suffix(100) { detachingConsumer.discard() } },
        { for _ in 0..<200 { promise.ignoringErrors() } },
      ])
      promise.resolve(1)
    }
    // Completion is the assertion.
  }

  @Test func `a turn that a stage begins to follow is removed by path compression`() {
    for _ in 0..<fewerRounds {
      let ends = (0..<30).map { _ in Promise<Int>() }
      let (step, head) = (Promise<Int>(), Promise<Int>())
      for end in ends {
        let turn = Slot(step.flatMap { _ in end })
        // Without a consumer, because a promise with consumers takes a lock.
        _ = head.flatMap { _ in turn.take() }
      }
      team.race([{ step.resolve(1) }, { head.resolve(1) }])
      for end in ends { end.resolve(1) }
    }
    // Completion is the assertion.
  }

  @Test func `tasks that wait are canceled from another thread`() async {
    let tasks = await onDetachedThread {
      (0..<roundsOfTasks).map { round in
        let promise = Promise<Int>()
        let task = Task { try? await promise.value }
        // In every other round, cancel once the task waits; the relaxed load orders nothing.
        while round % 2 == 0, !promise.hasConsumers { yieldThread() }
        for _ in 0..<(round % 20) { yieldThread() }
        task.cancel()
        return task
      }
    }
    for task in tasks { _ = await task.value }
    // Completion is the assertion.
  }

  @Test func `a promise is settled after canceled tasks have detached`() async {
    let batches = max(1, roundsOfTasks / 50)
    let tasks = await onDetachedThread {
      let team = Team()
      return (0..<batches).flatMap { _ in Self.settleWhileTasksDetach(team) }
    }
    for task in tasks { _ = await task.value }
    // Completion is the assertion.
  }

  private static func settleWhileTasksDetach(_ team: Team) -> [Task<Int?, Never>] {
    let promises = (0..<10).map { _ in Promise<Int>() }
    let tasks = promises.map { promise in Task { try? await promise.value } }
    for promise in promises {
      while !promise.hasConsumers { yieldThread() }
      // The newest consumer, so that the previous one stays in the list after it has detached.
      promise.ignoringErrors()
    }
    team.race([
      { for task in tasks { task.cancel() } },
      {
        for promise in promises {
          for _ in 0..<20 { yieldThread() }
          promise.resolve(1)
        }
      },
    ])
    return tasks
  }
}
