import Pledge
import PledgeCore
import Testing

@Suite struct DiscardTests {
  /// A stage whose handler holds the only reference to the promise that it is of.
  private func stage(of work: Promise<Int>) -> Promise<Int> {
    work.map { value in withExtendedLifetime(work) { value } }
  }

  @Test func `work that only a handler refers to stops when its stage is discarded`() {
    let stops = Tally()
    let last = stage(of: Promise(discard: { stops.up() }))
    last.discard()
    #expect(stops.count == 1)
  }

  @Test func `work that only a handler refers to stops when its stage is settled by hand`() {
    let stops = Tally()
    let last = stage(of: Promise(discard: { stops.up() }))
    last.resolve(1)
    #expect(stops.count == 1)
  }

  @Test func `work that only a handler further down refers to stops when the chain is discarded`() {
    let stops = Tally()
    let last = chain(from: Promise(discard: { stops.up() }))
    last.discard()
    #expect(stops.count == 1)
  }

  @Test func `work that only a handler further down refers to stops when its stage is settled`() {
    let stops = Tally()
    let last = chain(from: Promise(discard: { stops.up() }))
    last.resolve(1)
    #expect(stops.count == 1)
  }

  /// A chain whose last handler holds the only reference to the work at its top.
  private func chain(from work: Promise<Int>) -> Promise<Int> {
    work.map { $0 }.map { $0 }.map { value in withExtendedLifetime(work) { value } }
  }

  @Test func `what has left goes without a lock, so that it may make others leave`() {
    let source = Promise<Int>()
    let other = source.map { $0 }
    var gone: Promise<Parting>? = source.map { _ in Parting {} }
    // The newest one, so that the list still has those before it.
    let newest = source.map { $0 }
    gone?.resolve(Parting { other.discard() })
    gone = nil
    newest.discard()
    #expect(other.isRejected)
  }

  @Test func `a rejection is heard by a stage that would follow it and is discarded meanwhile`()
    async
  {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnheardRejections.handle { _ in reports.up() }
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
        // Rejected, but somebody is still delivering, and does not hear of it himself.
        inner.noted { _ in
          start.fulfill(1)
          return false
        }
        inner.reject("nobody wants it any more")
      }
      #expect(reports.count == 0)
    }
  }
}
