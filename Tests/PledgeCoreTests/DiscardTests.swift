import Pledge
import PledgeTestSupport
import Testing

@Suite struct DiscardTests {
  /// Returns the end of a chain whose last handler holds the only reference to `work` at its top.
  private func chain(of length: Int, from work: Promise<Int>) -> Promise<Int> {
    let above = (1..<length).reduce(work) { last, _ in last.map { $0 } }
    return above.map { value in withExtendedLifetime(work) { value } }
  }

  @Test(arguments: [1, 2, 4], [false, true])
  func `work that only the last handler refers to stops when its stage is discarded or settled`(
    length: Int,
    isDiscarded: Bool
  ) {
    let stops = Tally()
    let last = chain(of: length, from: Promise(discard: { stops.up() }))
    if isDiscarded { last.discard() } else { last.resolve(1) }
    #expect(stops.count == 1)
  }

  @Test func `a detached stage is released without a lock, so it may discard others`() {
    let source = Promise<Int>()
    let other = source.map { $0 }
    var detachedStage: Promise<Life>? = source.map { _ in Life {} }
    // Registered last: only the newest consumer is removed from the list immediately.
    let newest = source.map { $0 }
    detachedStage?.resolve(Life { other.discard() })
    detachedStage = nil
    newest.discard()
    #expect(other.isRejected)
  }

  @Test func `a rejection is handled by a stage that is discarded while it begins to follow it`()
    async
  {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      do {
        let (head, start) = Promise<Int>.pending()
        let inner = Promise<Int>()
        let stage = Slot<Promise<Int>?>(nil)
        stage.replace(
          by: head.flatMap { _ in
            stage.take()?.discard()
            return inner
          }
        )
        // `inner` is rejected, but its delivery is still running and does not handle the rejection.
        inner.noted { _ in
          start.resolve(1)
          return false
        }
        inner.reject("no longer needed")
      }
      #expect(reports.count == 0)
    }
  }
}
