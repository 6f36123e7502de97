import Pledge
import Testing

@testable import PledgeTrace

struct PendingTextTests {
  private func pending(_ events: [PromiseEvent]) -> String {
    Trace(of: events, end: 1_300_000_000).pending
  }

  @Test func `an unsettled promise is followed by those that wait for it`() {
    let text = pending([
      .created(1), .chained(2, to: 1), .created(3), .settled(3), .created(4, "all"),
      .waits(4, for: 2), .waits(4, for: 3),
    ])

    #expect(
      text == """
        3 of 4 promises are pending.

        Promise #1 has been waiting for its producer for 1.3 s
          App/Loader.swift:42
          map #2 waits for Promise #1
          all #4 waits for map #2

        """
    )
  }

  @Test func `a promise that waits for several is described once, and named everywhere`() {
    let text = pending([
      .created(1), .created(2), .created(3, "all"), .waits(3, for: 1), .waits(3, for: 2),
      .chained(4, to: 3),
    ])

    #expect(text.contains("  all #3 waits for Promise #1\n  map #4 waits for all #3\n"))
    #expect(text.hasSuffix("App/Loader.swift:42\n  all #3 waits for Promise #2, as above\n"))
  }

  @Test func `cycles are named, with those that wait for them`() {
    let text = pending([
      .created(4), .waits(4, for: 7), .created(7), .waits(7, for: 4), .chained(8, to: 7),
    ])

    #expect(
      text.hasSuffix(
        """
        Promise #4 waits for itself through #4 → #7 → #4
          App/Loader.swift:42
          map #8 waits for Promise #7

        """
      )
    )
  }

  @Test func `waiting for a slot in a queue differs from waiting for a producer`() {
    let events: [PromiseEvent] = [
      .created(1, "turn"), .chained(2, to: 1, "flatMap"), .created(3, "PromiseQueue"),
      .waits(3, for: 2),
    ]

    let trace = Trace(of: events, end: 1_300_000_000)

    #expect(trace.pending.contains("turn #1 has been waiting for a slot in the queue for 1.3 s\n"))
    #expect(
      trace.text(of: PromiseID(3))?.hasSuffix(
        "  turn #1 pending for 1.3 s, waiting for a slot in the queue"
      ) == true
    )
  }

  @Test func `a handler that has not run differs from a producer that has not settled`() {
    let text = pending([.created(1), .settled(1), .chained(2, to: 1)])

    #expect(text.contains("map #2 has its input, but its handler has not run"))
  }

  @Test func `a promise that waits for an unknown one says so`() {
    #expect(pending([.chained(2, to: 1)]).contains("has been waiting for #1, which was not rec"))
    #expect(
      pending([.created(2), .waits(2, for: 9)]).contains("has been waiting for #9, which was not")
    )
  }

  @Test func `a trace of settled promises has nothing pending`() {
    #expect(pending([.created(1), .settled(1)]) == "0 of 1 promise are pending.\n")
    #expect(pending([.created(1)]).hasPrefix("1 of 1 promise is pending.\n"))
  }

  @Test func `many promises that wait for many take linear time`() {
    let causes = 1...300 as ClosedRange<UInt64>
    var events = causes.map { PromiseEvent.created($0) } + [.created(301, "all")]
    events += causes.map { .waits(301, for: $0) }
    events += (302...10_000).map { .chained($0, to: $0 - 1) }

    #expect(pending(events).split(separator: "\n").count == 1 + 300 * 3 + 9_699)
  }
}
