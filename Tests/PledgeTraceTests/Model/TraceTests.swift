import Pledge
import Testing

@testable import PledgeTrace

struct TraceTests {
  @Test func `times count from the first promise`() throws {
    let trace = Trace(
      of: [.created(1, at: 100), .chained(2, to: 1, at: 103), .settled(1, at: 110)],
      end: 150_000_000
    )

    #expect(trace.entries.map(\.start) == [0, 3_000_000])
    #expect(trace.entries.map(\.end) == [10_000_000, nil])
    #expect(trace.end == 50_000_000)
  }

  @Test func `without an end time it ends with the last event`() {
    #expect(Trace(of: [.created(1, at: 7), .settled(1, at: 9)]).end == 2_000_000)
    #expect(Trace(of: [.created(1, at: 7), .settled(1, at: 9)], end: 0).end == 2_000_000)
  }

  @Test func `an empty trace is empty`() {
    let trace = Trace(of: [])

    #expect(trace.entries.isEmpty)
    #expect(trace.end == 0)
    #expect(trace.dropped == Trace.Dropped())
    #expect(trace[PromiseID(1)] == nil)
  }

  @Test func `promises are in the order of their numbers, and found by them`() {
    let trace = Trace(of: [7, 3, 900, 5].map { .created($0) })

    #expect(trace.entries.map(\.id.number) == [3, 5, 7, 900])
    for id in [3, 5, 7, 900] as [UInt64] { #expect(trace[PromiseID(id)]?.id.number == id) }
    for id in [0, 4, 8, 901] as [UInt64] { #expect(trace[PromiseID(id)] == nil) }
  }

  @Test func `an event of an unseen promise adds one from before the recording`() throws {
    let trace = Trace(of: [.settled(4, at: 2), .happened(.settledAgain, to: 5)])

    #expect(trace.entries.map(\.origin) == [.earlier, .earlier])
    #expect(trace.entries.map(\.state) == [.fulfilled, .unknown])
  }

  @Test func `an unseen promise is known to be pending once it waits`() {
    let trace = Trace(of: [.waits(4, for: 5), .chained(6, to: 5)])

    #expect(trace[PromiseID(4)]?.state == .pending)
    #expect(trace[PromiseID(5)]?.state == .unknown)
  }

  @Test func `promises derived from an unseen promise share its chain`() {
    let trace = Trace(of: [.chained(5, to: 2), .chained(6, to: 2), .chained(7, to: 6)])

    #expect(trace.entries.map(\.chain.number) == [2, 2, 2, 2])
    #expect(trace[PromiseID(2)]?.operator == "")
  }

  @Test func `a promise seen after its descendants takes its place`() {
    let trace = Trace(
      of: [.created(1), .chained(3, to: 2), .chained(2, to: 1, "tap"), .settled(2)]
    )

    #expect(trace.entries.map(\.chain.number) == [1, 1, 1])
    #expect(trace[PromiseID(2)]?.operator == "tap")
    #expect(trace[PromiseID(2)]?.origin == .recorded)
    #expect(trace[PromiseID(2)]?.state == .fulfilled)
  }

  @Test func `promises derived from each other are tolerated`() {
    let trace = Trace(of: [.chained(1, to: 2), .chained(2, to: 1), .chained(3, to: 3)])

    #expect(trace.text.contains("map #1"))
    #expect(trace.entries.count == 3)
  }
}

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

  @Test func `promises that wait for one, and for each other in one direction, are no cycle`() {
    let waits = [(1, 2), (1, 3), (3, 2)].map { PromiseEvent.waits($0, for: $1) }

    #expect(Waiting(Trace(of: waits + [.created(2)])).cycles.isEmpty)
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
