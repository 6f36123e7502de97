import Pledge
import PledgeCore
import Testing

@Suite struct DiscardTests {
  /// A chain whose last handler holds the only reference to the promise at its top.
  private func chain(of length: Int, from work: Promise<Int>) -> Promise<Int> {
    let above = (1..<length).reduce(work) { last, _ in last.map { $0 } }
    return above.map { value in withExtendedLifetime(work) { value } }
  }

  @Test(arguments: [1, 2, 4])
  func `work that only the last handler refers to stops when its stage is discarded`(length: Int) {
    let stops = Tally()
    let last = chain(of: length, from: Promise(discard: { stops.up() }))
    last.discard()
    #expect(stops.count == 1)
  }

  @Test(arguments: [1, 2, 4])
  func `work that only the last handler refers to stops when its stage is settled`(length: Int) {
    let stops = Tally()
    let last = chain(of: length, from: Promise(discard: { stops.up() }))
    last.resolve(1)
    #expect(stops.count == 1)
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
