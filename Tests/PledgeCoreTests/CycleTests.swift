import Pledge
import PledgeTestSupport
import Testing

@Suite struct CycleTests {
  @Test(arguments: [false, true])
  func `a stage that a loop hands over to itself, or to a stage of itself, is rejected`(
    isDirect: Bool
  ) {
    let (head, turn) = (Promise<Int>(), Promise<Int>())
    let itself = Slot<Promise<Int>?>(nil)
    let stage = head.flatMap { _ in
      turn.flatMap { _ in isDirect ? itself.held : itself.held.map { $0 } }
    }
    itself.replace(by: stage)
    stage.ignoringErrors()
    head.resolve(1)
    turn.resolve(1)
    #expect(throws: CycleError()) { try stage.result?.get() }
  }

  @Test func `a cycle is found while others look at the same promises`() {
    let team = Team()
    for _ in 0..<rounds {
      let (first, second) = (Promise<Int>(), Promise<Int>())
      let above = (first.map { $0 }, second.map { $0 })
      let unrelated = (Promise<Int>(), Promise<Int>())
      for promise in [first, second, unrelated.0, unrelated.1] { promise.ignoringErrors() }
      team.race([
        { first.chain(after: above.1) },
        { second.chain(after: above.0) },
        { unrelated.0.chain(after: above.0) },
        { unrelated.1.chain(after: above.1) },
      ])
      #expect(first.isRejected && second.isRejected)
    }
  }

  /// Lengths around the number of steps after which the search switches to the other end.
  private static let lengths = [0, 1, 30, 31, 32, 33, 64, 500]

  @Test(arguments: lengths, lengths)
  func `a cycle is found however long it is above and below`(above: Int, below: Int) {
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let upper = second.line(of: above)
    let lower = first.line(of: below)
    // Unrelated promises at both ends make no difference.
    let unrelated: [Future<Int>] = (0...below).map { _ in Promise<Int>() }
    let source = all(unrelated.prefix(above) + [upper])
    for _ in 0..<above { lower.observe { _ in } }

    second.chain(after: race(lower, unrelated[below]))
    #expect(first.isPending)
    first.chain(after: source.map { $0[0] })

    withExtendedLifetime(unrelated) {}
    #expect(throws: CycleError()) { try first.result?.get() }
    #expect(throws: CycleError()) { try second.result?.get() }
  }

  @Test(arguments: lengths, lengths)
  func `a large graph without a cycle is not rejected`(above: Int, below: Int) {
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let last = all((0...below / 20).map { _ in first.line(of: below) })

    first.chain(after: all((0...above / 20).map { _ in second.line(of: above) }).map { $0[0] })
    #expect(first.isPending)
    second.resolve(7)

    #expect(last.isFulfilled)
  }

  @Test func `a long cycle is found by two threads that close it, while others come and go`() {
    let team = Team()
    for _ in 0..<rounds / 20 {
      let (first, second, other) = (Promise<Int>(), Promise<Int>(), Promise<Int>())
      let (upper, lower) = (second.line(of: 40), first.line(of: 40))
      let detachingConsumers = [upper, lower, first.map { $0 }].map { $0.map { $0 } }
      let ends = [upper, lower].map { end in all((0..<40).map { _ in end.map { $0 } }) }
      for promise in [first, second] { promise.ignoringErrors() }
      for promise in ends + ends { promise.ignoringErrors() }
      team.race([
        { first.chain(after: ends[0].map { $0[0] }) },
        { second.chain(after: ends[1].map { $0[0] }) },
        { for detachingConsumer in detachingConsumers { detachingConsumer.discard() } },
        { other.chain(after: ends[1].map { $0[0] }) },
        { for _ in 0..<5 { first.map { $0 }.ignoringErrors() } },
        { for _ in 0..<5 { upper.map { $0 }.discard() } },
      ])
      #expect(first.isRejected && second.isRejected && other.isRejected)
      other.ignoringErrors()
    }
  }

  @Test
  func `a long line of promises without consumers is chained without a full search`() {
    var line = [Promise<Int>()]
    for _ in 0..<20_000 {
      let next = Promise<Int>()
      next.chain(after: line[line.count - 1])
      line.append(next)
    }
    line[0].resolve(1)
    #expect(line[line.count - 1].isFulfilled)
  }
}

extension Promise<Int> {
  /// Returns the last of `length` successive stages of this promise.
  fileprivate func line(of length: Int) -> Promise<Int> {
    (0..<length).reduce(self) { promise, _ in promise.map { $0 } }
  }
}

extension Slot<Promise<Int>?> {
  /// The promise that a handler finds in this slot.
  fileprivate var held: Promise<Int> {
    var found: Promise<Int>?
    peek { found = $0 }
    return found ?? Promise(error: Broken())
  }
}
