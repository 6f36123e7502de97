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

@Suite struct TokenRaceTests {
  @Sendable private static func turn(
    _ steps: ArraySlice<Promise<Int>>,
    _ end: Promise<Int>,
    _ token: DiscardToken
  ) -> Promise<Int> {
    guard let step = steps.first else { return end.map { $0 } }
    return step.flatMap { _ in turn(steps.dropFirst(), end, token).discarded(by: token) }
  }

  @Test func `a token that discards a running loop ends it, whichever is first`() {
    let team = Team()
    for _ in 0..<rounds {
      let source = DiscardSource()
      let steps = (0..<4).map { _ in Promise<Int>() }
      let last = Promise<Int>()
      let loop = TokenRaceTests.turn(steps[...], last, source.token)
      let ends = Tally()
      loop.observe { _ in ends.up() }
      // The first turn has no token, so the loop can be discarded only after this step.
      steps[0].resolve(0)
      team.race([
        { for step in steps[1...] { step.resolve(1) } },
        { source.discard() },
        { loop.map { $0 }.observe { _ in ends.up() } },
      ])
      #expect(loop.isDiscarded)
      #expect(last.isPending)
      #expect(ends.count == 2)
    }
  }
}
