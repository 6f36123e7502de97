import Pledge
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
}
