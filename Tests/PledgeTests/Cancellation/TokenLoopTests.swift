import Pledge
import PledgeTestSupport
import Testing

/// Tests of loops whose turns were given a token; path compression removes most turns from the
/// chain.
@Suite(.hangLimit)
struct TokenLoopTests {
  private let source = DiscardSource()
  private let handled = Log<String>()

  /// Returns a loop with one turn for each step.
  private func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
    guard let step = steps.first else { return Promise(value: 9) }
    return step.flatMap { _ in turn(steps.dropFirst()).discarded(by: source.token) }
  }

  private func steps(_ count: Int) -> [Promise<Int>] {
    (0..<count).map { number in Promise(discard: { [handled] in handled.add("stop \(number)") }) }
  }

  private func note(_ name: String, _ promise: Promise<Int>) {
    promise.observe { [handled] result in
      if case .failure = result { handled.add(name) }
    }
  }

  @Test(arguments: [1, 2, 3, 50])
  func `a discard ends the loop and stops its current step`(done: Int) {
    let steps = steps(100)
    let loop = turn(steps[...])
    note("loop", loop)
    for step in steps[..<done] { step.resolve(1) }

    source.discard()

    #expect(loop.isDiscarded)
    #expect(handled.entries == ["stop \(done)", "loop"])
  }

  @Test func `a loop that has ended is not affected`() {
    let steps = steps(20)
    let loop = turn(steps[...])
    for step in steps { step.resolve(1) }

    source.discard()

    #expect(loop.got == 9)
    #expect(handled.entries == [])
  }

  @Test func `the loop keeps the position of its first turn in the discard order`() {
    let steps = steps(20)
    let loop = turn(steps[...])
    note("loop", loop)
    let before = Promise<Int>().discarded(by: source.token)
    note("before", before)
    steps[0].resolve(1)
    let between = Promise<Int>().discarded(by: source.token)
    note("between", between)
    for step in steps[1..<10] { step.resolve(1) }

    source.discard()

    #expect(handled.entries == ["before", "stop 10", "loop", "between"])
  }

  @Test func `promises with other consumers behind a turn continue`() {
    let (start, shared) = (Promise<Int>(), Promise<Int>(discard: {}))
    let other = shared.map { $0 }
    let loop = start.flatMap { [source] _ in
      Promise(value: 1).map { $0 }.flatMap { _ in shared.map { $0 } }.discarded(by: source.token)
    }
    start.resolve(1)

    source.discard()

    #expect(loop.isDiscarded)
    #expect(other.isPending)
    shared.resolve(7)
    #expect(other.got == 7)
  }

  @Test func `a turn that is still referenced is discarded itself`() {
    let steps = steps(4)
    let loop = turn(steps[...])
    let held = Locked<Promise<Int>?>(nil)
    let whole = Promise(value: 1).flatMap { _ in loop.discarded(by: source.token) }
    held.withLock { $0 = loop }
    for step in steps[..<2] { step.resolve(1) }

    source.discard()

    #expect(whole.isDiscarded)
    #expect(held.withLock { $0 }?.isDiscarded == true)
  }

  @Test func `several tokens each end the loop`() {
    for number in 0..<3 {
      let sources = (0..<3).map { _ in DiscardSource() }
      @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
        guard let step = steps.first else { return Promise(value: 9) }
        return step.flatMap { _ in
          let next = turn(steps.dropFirst())
          for source in sources { next.discarded(by: source.token) }
          return next
        }
      }
      let steps = steps(60)
      let loop = turn(steps[...])
      for step in steps[..<40] { step.resolve(1) }

      sources[number].discard()

      #expect(loop.isDiscarded)
      #expect(steps[40].isDiscarded)
    }
  }

  @Test func `a loop does not retain released tokens`() {
    let steps = steps(200)
    @Sendable func turn(_ steps: ArraySlice<Promise<Int>>) -> Promise<Int> {
      guard let step = steps.first else { return Promise(value: 9) }
      return step.flatMap { _ in
        turn(steps.dropFirst()).discarded(by: DiscardSource().token).discarded(by: source.token)
      }
    }
    let loop = turn(steps[...])
    for step in steps[..<150] { step.resolve(1) }
    #expect(loop.isPending)

    source.discard()

    #expect(loop.isDiscarded)
    #expect(handled.entries == ["stop 150"])
  }
}
