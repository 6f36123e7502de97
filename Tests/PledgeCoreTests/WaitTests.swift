import Pledge
import Testing

@Suite struct WaitTests {
  @Test func `discarding the last of many tasks that await each other stops them one by one`() async
  {
    let stops = Tally()
    let root = Promise<Int>(discard: { stops.up() })
    var last: Promise<Int> = root.map { $0 }
    for _ in 0..<20_000 {
      let before = last
      last = Promise { try await before.value }
    }
    last.discard()
    while root.isPending { await Task.yield() }
    #expect(stops.count == 1)
  }
}
