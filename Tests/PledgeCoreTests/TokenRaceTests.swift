import Pledge
import PledgeTestSupport
import Testing

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

  @Test func `a promise that settles while tokens come and go detaches from all`() {
    let team = Team()
    for _ in 0..<rounds {
      let promise = Promise<Int>()
      let sources = (0..<6).map { _ in Slot(DiscardSource()) }
      for source in sources[..<3] { source.peek { promise.discarded(by: $0.token) } }
      let hasFired = team.draw(2) == 0
      team.race([
        { promise.resolve(1) },
        { for source in sources[3...] { source.peek { promise.discarded(by: $0.token) } } },
        {
          for source in sources[..<3] {
            let source = source.take()
            if hasFired { source.discard() }
          }
        },
      ])
      #expect(!promise.isPending)
      #expect(hasFired || promise.isFulfilled)
    }
  }
}
