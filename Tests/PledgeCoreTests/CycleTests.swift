import Pledge
import PledgeCore
import Testing

@Suite struct CycleTests {
  @Test func `a cycle that is closed when a loop hands its consumer over is rejected`() {
    let (head, turn) = (Promise<Int>(), Promise<Int>())
    let itself = Slot<Promise<Int>?>(nil)
    let stage = head.flatMap { _ in turn.flatMap { _ in itself.held.map { $0 } } }
    itself.replace(by: stage)
    stage.ignoringErrors()
    head.resolve(1)
    turn.resolve(1)
    #expect(throws: CycleError()) { try stage.result?.get() }
  }

  @Test func `a stage that a loop hands over to itself is rejected`() {
    let (head, turn) = (Promise<Int>(), Promise<Int>())
    let itself = Slot<Promise<Int>?>(nil)
    let stage = head.flatMap { _ in turn.flatMap { _ in itself.held } }
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
      let onlookers = (Promise<Int>(), Promise<Int>())
      for promise in [first, second, onlookers.0, onlookers.1] { promise.ignoringErrors() }
      team.race([
        { first.chain(after: above.1) },
        { second.chain(after: above.0) },
        { onlookers.0.chain(after: above.0) },
        { onlookers.1.chain(after: above.1) },
      ])
      #expect(first.isRejected && second.isRejected)
    }
  }

  @Test func `work that only a cycle waited for stops with it`() {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let stage = work.map { $0 }
    stage.chain(after: stage.map { $0 })
    #expect(throws: CycleError()) { try stage.result?.get() }
    #expect(stops.count == 1)
  }

  @Test(arguments: [1, 4])
  func `a cycle through promises that are worked off concurrently is rejected`(limit: Int) {
    let promise = Promise<Int>()
    let all = [1].mapConcurrently(limit: limit) { _ in promise }.map { $0[0] }
    promise.chain(after: all)
    #expect(throws: CycleError()) { try promise.result?.get() }
  }

  @Test
  func `a long line of promises that nobody waits for is chained without looking at all of it`() {
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

extension Slot<Promise<Int>?> {
  /// The promise that a handler gets at through this slot.
  fileprivate var held: Promise<Int> {
    var found: Promise<Int>?
    peek { found = $0 }
    return found ?? Promise(error: Failure())
  }
}
