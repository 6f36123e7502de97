import Pledge
import Testing

@testable import PledgeTrace

struct WaitingTests {
  @Test func `a cycle is found, and begins with the given promise`() {
    let trace = Trace(of: [
      .created(4), .waits(4, for: 7), .created(7), .waits(7, for: 4), .chained(8, to: 7),
    ])
    let waiting = Waiting(trace)

    #expect(waiting.cycles == [[0, 1]])
    #expect(waiting.cycle(of: 1) == [1, 0])
    #expect(waiting.cycle(of: 2) == nil)
  }

  @Test func `a promise that waits for itself alone is a cycle`() {
    #expect(Waiting(Trace(of: [.created(1), .waits(1, for: 1)])).cycles == [[0]])
  }

  @Test func `a shortest cycle is named where there are several`() {
    let trace = Trace(of: [
      .created(1), .waits(1, for: 2), .created(2), .waits(2, for: 3), .created(3),
      .waits(3, for: 1), .waits(2, for: 1),
    ])

    #expect(Waiting(trace).cycles == [[0, 1]])
    #expect(Waiting(trace).cycle(of: 2) == [0, 1])
  }

  @Test func `a settled promise does not wait`() {
    let trace = Trace(of: [
      .created(1), .waits(1, for: 2), .created(2), .waits(2, for: 1), .settled(1),
    ])

    #expect(Waiting(trace).cycles.isEmpty)
    #expect(Waiting(trace).isCause(1))
    #expect(!Waiting(trace).isCause(0))
  }

  @Test func `a cycle of a hundred thousand is found, too`() {
    let ids = 1...100_000 as ClosedRange<UInt64>
    let trace = Trace(
      of: ids.flatMap { [PromiseEvent.created($0), .waits($0, for: $0 % 100_000 + 1)] }
    )

    #expect(Waiting(trace).cycles.map(\.count) == [100_000])
  }
}
