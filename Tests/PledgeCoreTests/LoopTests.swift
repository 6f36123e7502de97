import Dispatch
import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@Suite struct LoopTests {
  private static let turns = 20_000

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
