import Foundation
import Pledge
import Testing

@testable import PledgeCore

/// Races in which nothing but the promises orders what the threads do: no job takes a lock, so the
/// thread sanitizer reports every ordering that is missing.
@Suite struct OrderingRaceTests {
  /// A value of which the sanitizer sees when it is made and when it is read.
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

  @Test func `who finds a promise settled finds the value as it was made`() {
    let team = Team()
    for _ in 0..<rounds {
      let promise = Promise<Parcel>()
      let looks: [Team.Job] = [
        { OrderingRaceTests.open(promise.result) },
        { promise.map { $0.open() }.ignoringErrors() },
        { promise.observe { OrderingRaceTests.open($0) } },
        { nested(48) { promise.observe { OrderingRaceTests.open($0) } } },
        { promise.map { $0 }.map { $0.open() }.ignoringErrors() },
      ]
      let (first, second) = (team.draw(looks.count), team.draw(looks.count))
      team.race([{ promise.resolve(Parcel(1)) }, looks[first], looks[second]])
    }
    // Completion is the assertion.
  }

  @Test func `who looks at a promise from outside finds the error as it was made`() {
    let team = Team()
    for _ in 0..<rounds {
      let promise = Promise<Int>()
      let stage = promise.map { $0 }
      let look: Team.Job = {
        for node in [promise, stage] {
          guard case .rejected(let error as Parcel, _) = node.statusSnapshot().state else {
            continue
          }
          error.open()
        }
      }
      team.race([{ promise.reject(Parcel(1)) }, look, look])
      stage.ignoringErrors()
    }
    // Completion is the assertion.
  }

  @Test func `who follows a promise that is settled meanwhile finds the value as it was made`() {
    let team = Team()
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
    let team = Team()
    for _ in 0..<rounds {
      let inner = Promise<Int>()
      let head = Promise<Int>()
      let captive = Parcel(1)
      let stage = head.flatMap { _ in
        captive.open()
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

  @Test func `a derived promise is settled from above, by hand and by leaving at once`() {
    let team = Team()
    for _ in 0..<rounds {
      let root = Promise<Int>(discard: {})
      let captive = Parcel(1)
      let middle = root.map { value in
        captive.open()
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

  @Test func `who puts parcels together finds all as they were made`() {
    let team = Team()
    for _ in 0..<rounds {
      let parts = (0..<3).map { _ in Promise<Parcel>() }
      let whole = all(parts).map { for parcel in $0 { parcel.open() } }
      team.race(parts.map { part in { part.resolve(Parcel(1)) } })
      #expect(whole.isFulfilled)
    }
  }

  @Test func `a handler that waits on a context finds what the one before has left`() {
    let team = Team()
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

  /// A context whose work runs when somebody asks for it.
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

  @Test func `loops are settled and left from outside while turns are taken out`() {
    let team = Team()
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

  @Test func `a promise that goes with its producer is left by others meanwhile`() {
    let team = Team()
    for _ in 0..<rounds {
      let stages = dropped(team)
      #expect(stages.allSatisfy { !$0.isPending })
    }
  }

  /// Stages of a promise whose only other reference goes in one of the jobs.
  private func dropped(_ team: Team) -> [Promise<Int>] {
    var root: Promise<Int>? = Promise<Int>()
    let stages = (0..<4).map { _ in root?.map { $0 } ?? Promise(value: 0) }
    for stage in stages { stage.ignoringErrors() }
    let last = Slot(root ?? Promise(value: 0))
    root = nil
    team.race([
      { _ = last.take() },
      { stages[0].discard() },
      { stages[3].discard() },
      { stages[1].resolve(1) },
    ])
    return stages
  }

  // MARK: - Side by side

  /// Rounds of a race over many at once, whose threads meet at one after the other.
  private let fewerRounds = max(1, rounds / 10)

  /// Lets the others get ahead, without waiting for them.
  private static func pause() {
    for _ in 0..<5 { sched_yield() }
  }

  @Test func `who registers with one that has consumers while it is settled finds the outcome`() {
    let team = Team()
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

  @Test func `who describes a promise that is being rejected finds the error`() {
    let team = Team()
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

  @Test func `whoever lets go of a promise last finds what it was settled with`() {
    let team = Team()
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

  @Test func `a source that is settled lets go of those that have left it`() {
    let team = Team()
    for _ in 0..<fewerRounds {
      let winners = (0..<30).map { _ in Promise<Int>() }
      let losers = winners.map { _ in Promise<Int>() }
      for (winner, loser) in zip(winners, losers) {
        race([winner, loser]).ignoringErrors()
        // The newest consumer, so that the one before stays in the list when it has left.
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

  @Test func `a source goes while those that wait for it leave`() {
    let team = Team()
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

  @Test func `those that have left are swept while others come`() {
    let team = Team()
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

  @Test func `a turn that somebody begins to follow is taken out`() {
    let team = Team()
    for _ in 0..<fewerRounds {
      let ends = (0..<30).map { _ in Promise<Int>() }
      let (step, head) = (Promise<Int>(), Promise<Int>())
      for end in ends {
        let turn = Slot(step.flatMap { _ in end })
        // Without a consumer: one that has some takes a lock.
        _ = head.flatMap { _ in turn.take() }
      }
      team.race([{ step.resolve(1) }, { head.resolve(1) }])
      for end in ends { end.resolve(1) }
    }
    // Completion is the assertion.
  }

  @Test func `tasks that wait are cancelled from another thread`() async {
    let tasks = await onThread {
      (0..<roundsOfTasks).map { round in
        let promise = Promise<Int>()
        let task = Task { try? await promise.value }
        // Once it waits, of which a relaxed look tells that orders nothing, or at any time.
        while round % 2 == 0, !promise.hasConsumers { sched_yield() }
        for _ in 0..<(round % 20) { sched_yield() }
        task.cancel()
        return task
      }
    }
    for task in tasks { _ = await task.value }
    // Completion is the assertion.
  }

  @Test func `a promise is settled that tasks have left which were cancelled`() async {
    let batches = max(1, roundsOfTasks / 50)
    let tasks = await onThread {
      let team = Team()
      return (0..<batches).flatMap { _ in Self.settleWhileTasksLeave(team) }
    }
    for task in tasks { _ = await task.value }
    // Completion is the assertion.
  }

  private static func settleWhileTasksLeave(_ team: Team) -> [Task<Int?, Never>] {
    let promises = (0..<10).map { _ in Promise<Int>() }
    let tasks = promises.map { promise in Task { try? await promise.value } }
    for promise in promises {
      while !promise.hasConsumers { sched_yield() }
      // The newest consumer, so that the one before stays in the list when it has left.
      promise.ignoringErrors()
    }
    team.race([
      { for task in tasks { task.cancel() } },
      {
        for promise in promises {
          for _ in 0..<20 { sched_yield() }
          promise.resolve(1)
        }
      },
    ])
    return tasks
  }
}
