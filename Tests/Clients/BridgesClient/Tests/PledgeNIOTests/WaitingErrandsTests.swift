import Testing

@testable import PledgeNIO

@Suite(.timeLimit(.minutes(15)))
struct WaitingErrandsTests {
  private final class Thing {}

  @Test func `an errand waits for its own loop, until it is removed`() {
    let things = [Thing(), Thing(), Thing()]
    let ids = things.map(ObjectIdentifier.init)
    let (loop, other, id) = (ids[0], ids[1], ids[2])
    var waiting = WaitingErrands()

    waiting.add(id, for: loop)
    #expect(waiting.wait(for: loop) && !waiting.wait(for: other))

    waiting.remove(id, for: loop)
    #expect(!waiting.wait(for: loop))
  }

  @Test func `removing one twice does not remove another`() {
    let things = [Thing(), Thing(), Thing()]
    let ids = things.map(ObjectIdentifier.init)
    var waiting = WaitingErrands()
    waiting.add(ids[1], for: ids[0])
    waiting.add(ids[2], for: ids[0])

    waiting.remove(ids[1], for: ids[0])
    waiting.remove(ids[1], for: ids[0])

    #expect(waiting.wait(for: ids[0]))
  }
}
