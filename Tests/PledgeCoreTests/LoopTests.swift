import Dispatch
import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct LoopTests {
  private static let turns = 20_000

  /// Returns a turn that waits for a step and then continues with the next turn.
  ///
  /// `most` becomes the largest number of captures that are alive at once.
  private static func loop(
    _ left: Int,
    _ cage: Cage,
    _ most: Locked<Int>,
    _ step: @escaping @Sendable () -> Promise<Int>
  ) -> Promise<Int> {
    let canary = cage.canary()
    return step().flatMap { value in
      withExtendedLifetime(canary) {}
      most.withLock { $0 = max($0, cage.living) }
      return left == 0 ? Promise(value: value) : loop(left - 1, cage, most, step)
    }
  }

  @Test func `a loop of settled steps holds a bounded number of turns`() {
    let cage = Cage(weight: 0)
    let most = Locked(0)
    let end = LoopTests.loop(LoopTests.turns, cage, most) { Promise(value: 1) }
    #expect(end.isFulfilled)
    #expect(most.withLock { $0 } <= 200)
    #expect(cage.living == 0)
  }

  @Test func `a loop of steps that settle on a queue holds a bounded number of turns`() async throws
  {
    let cage = Cage(weight: 0)
    let most = Locked(0)
    let queue = DispatchQueue(label: "steps")
    let end = LoopTests.loop(LoopTests.turns, cage, most) {
      let step = Promise<Int>()
      queue.async { step.resolve(1) }
      return step
    }
    _ = try await end.value
    queue.sync {}
    #expect(most.withLock { $0 } <= 200)
    #expect(cage.living == 0)
  }

  @Test(arguments: [false, true])
  func `the promises of past turns are released while the loop still runs`(ignoringErrors: Bool)
    async throws
  {
    let queue = DispatchQueue(label: "steps")
    let traces = Locked<[Trace]>([])
    let most = Locked(0)
    @Sendable func loop(_ left: Int) -> Promise<Int> {
      let step = Promise<Int>()
      queue.async { step.resolve(1) }
      let turn = step.flatMap { value in left == 0 ? Promise(value: value) : loop(left - 1) }
      if ignoringErrors { turn.ignoringErrors() }
      let alive = traces.withLock { traces in
        traces.removeAll { $0.promise == nil }
        traces.append(Trace(turn))
        return traces.count
      }
      most.withLock { $0 = max($0, alive) }
      return turn
    }
    _ = try await loop(LoopTests.turns).value
    #expect(most.withLock { $0 } <= 200)
  }

  private final class Trace: Sendable {
    weak let promise: Promise<Int>?

    init(_ promise: Promise<Int>) {
      self.promise = promise
    }
  }

  @Test func `discarding a loop from outside stops its current step`() {
    let stops = Tally()
    let (first, start) = Promise<Int>.pending()
    let step = Promise<Int>(discard: { stops.up() })
    let end = first.flatMap { _ in step.map { $0 } }.map { $0 }
    start.resolve(1)
    end.discard()
    #expect(stops.count == 1)
  }

  @Test func `a turn that is still referenced gets the outcome like all others`() {
    let (first, start) = Promise<Int>.pending()
    let (last, end) = Promise<Int>.pending()
    let turn = first.flatMap { _ in last }
    let whole = Promise(value: 0).flatMap { _ in turn }
    start.resolve(1)
    end.resolve(2)
    #expect(turn.isFulfilled)
    #expect(whole.isFulfilled)
  }
}
