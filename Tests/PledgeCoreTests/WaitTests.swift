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

  @Test func `a canceled wait has stopped the work by the time it throws`() async {
    let stops = Tally()
    let work = Promise<Int>(discard: { stops.up() })
    let waiter = Task { try await work.value }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(stops.count == 1)
  }
}
