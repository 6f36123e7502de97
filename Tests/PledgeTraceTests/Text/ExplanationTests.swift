import Pledge
import Testing

@testable import PledgeTrace

struct ExplanationTests {
  private func explain(_ id: UInt64, _ events: [PromiseEvent]) -> String? {
    Trace(of: events, end: 1_300_000_000).text(of: PromiseID(id))
  }

  @Test func `it names the ancestors, and the promises waited for`() {
    let text = explain(
      3,
      [
        .created(1), .chained(2, to: 1, "flatMap"), .settled(1, at: 5), .created(7),
        .waits(2, for: 7), .chained(3, to: 2), .created(9),
      ]
    )

    #expect(
      text == """
        map #3 pending for 1.3 s
          in a chain from App/Loader.swift:42
        derived from
          flatMap #2 pending for 1.3 s, waits for Promise #7
          Promise #1 fulfilled after 5.0 ms
        """
    )
  }

  @Test func `each promise is named with its label, on one line`() {
    let text = explain(
      2,
      [.created(1), .happened(.labeled("user 7\n"), to: 1), .chained(2, to: 1)]
    )

    #expect(
      text == #"""
        map #2 [user 7\n] pending for 1.3 s
          in a chain from App/Loader.swift:42
        derived from
          Promise #1 [user 7\n] pending for 1.3 s
        """#
    )
  }

  @Test func `a settled promise waits for nothing`() {
    let text = explain(1, [.created(1), .settled(1, .discarded, at: 2)])

    #expect(text == "Promise #1 discarded after 2.0 ms\n  in a chain from App/Loader.swift:42")
  }

  @Test func `a promise outside the trace has no explanation`() {
    #expect(explain(2, [.created(1)]) == nil)
  }

  @Test func `a cycle ends`() {
    let text = explain(1, [.created(1), .waits(1, for: 2), .created(2), .waits(2, for: 1)])

    #expect(text?.contains("waits for itself through #1 → #2 → #1") == true)
  }

  @Test func `a cycle above a settled promise is named, too`() {
    let cycle = [PromiseEvent.created(1), .waits(1, for: 2), .created(2), .waits(2, for: 1)]
    let text = explain(3, cycle + [.chained(3, to: 1), .settled(3, .discarded, at: 2)])

    #expect(text?.contains("Promise #1 pending for 1.3 s, waits for itself through #1") == true)
  }

  @Test func `a long path is shown from both ends`() throws {
    let ids = 2...20_000 as ClosedRange<UInt64>
    let text = try #require(explain(20_000, [.created(1)] + ids.map { .chained($0, to: $0 - 1) }))

    #expect(text.split(separator: "\n").count < 80)
    #expect(text.contains("map #19999 "))
    #expect(text.contains("… 19969 more …"))
    #expect(text.contains("Promise #1 "))
  }
}
