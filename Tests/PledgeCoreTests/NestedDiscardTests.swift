import Pledge
import PledgeCore
import Testing

/// Discard blocks that are nested too deep to run at once.
struct NestedDiscardTests {
  /// Promises of which each discards the next one when it is discarded.
  private func chain(_ count: Int) -> [Promise<Int>] {
    var promises: [Promise<Int>] = []
    for _ in 0..<count {
      let next = promises.last
      promises.append(Promise(discard: { next?.discard() }))
    }
    return promises.reversed()
  }

  @Test func `a block that is about to wait runs those that were put off`() {
    let chain = chain(200)
    let seen = Locked<[Bool]>([])
    let first = Promise<Int>(discard: {
      chain[0].discard()
      seen.withLock { $0.append(chain[199].isPending) }
      // Every function of this package that blocks the thread calls this before.
      Nesting.runDeferredBeforeBlocking()
      seen.withLock { $0.append(chain[199].isPending) }
    })

    first.discard()

    #expect(seen.withLock { $0 } == [true, false])
    #expect(chain.allSatisfy { !$0.isPending })
  }
}
