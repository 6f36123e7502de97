import Pledge
import PledgeCore
import PledgeSupport
import Testing

/// Tests of discard blocks that are nested too deeply to run immediately.
struct NestedDiscardTests {
  /// Returns promises that each discard the next one when they are discarded.
  private func chain(_ count: Int) -> [Promise<Int>] {
    var promises: [Promise<Int>] = []
    for _ in 0..<count {
      let next = promises.last
      promises.append(Promise(discard: { next?.discard() }))
    }
    return promises.reversed()
  }

  @Test func `a block runs deferred blocks before it waits`() {
    let chain = chain(200)
    let seen = Locked<[Bool]>([])
    let first = Promise<Int>(discard: {
      chain[0].discard()
      seen.withLock { $0.append(chain[199].isPending) }
      // As every blocking function of this package does before it blocks.
      Nesting.runDeferredBeforeBlocking()
      seen.withLock { $0.append(chain[199].isPending) }
    })

    first.discard()

    #expect(seen.withLock { $0 } == [true, false])
    #expect(chain.allSatisfy { !$0.isPending })
  }
}
