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
