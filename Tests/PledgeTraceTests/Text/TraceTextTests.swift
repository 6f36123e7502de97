import Pledge
import Testing

@testable import PledgeTrace

struct TraceTextTests {
  private func text(_ events: [PromiseEvent], title: String = "", end: UInt64 = 1_300) -> String {
    Trace(of: events, title: title, end: end * 1_000_000).text
  }

  @Test func `a chain is a tree with the outcome of each stage`() {
    let text = text([
      .created(1), .chained(2, to: 1), .chained(3, to: 1, "timeout", context: "io"),
      .settled(1, at: 120), .settled(2, at: 121), .settled(3, .rejected(Failure()), at: 100),
      .happened(.unhandled(Failure()), to: 3), .happened(.settledAgain, to: 1),
    ])

    #expect(
      text == """
        3 promises in 1 chain, 0 pending, after 1.3 s

        App/Loader.swift:42
          Promise #1     fulfilled after 120 ms, settled 1 more time
          ├─ map #2      fulfilled after 121 ms
          └─ timeout #3  rejected after 100 ms: no connection, unhandled, on io

        """
    )
  }

  @Test func `stages that follow one another stay in their column, also in a branch`() {
    let text = text([
      .created(1), .chained(2, to: 1), .chained(3, to: 2), .chained(4, to: 3), .chained(5, to: 4),
      .chained(6, to: 3),
    ])

    let lines = text.split(separator: "\n").dropFirst(2).map { $0.prefix(14) }
    #expect(
      lines == [
        "  Promise #1  ", "  map #2      ", "  map #3      ", "  ├─ map #4   ", "  │  map #5   ",
        "  └─ map #6   ",
      ]
    )
  }

  @Test func `the promises that a stage waits or waited for are named`() {
    let text = text([
      .created(1, "all"), .waits(1, for: 2), .waits(1, for: 9), .created(2),
      .created(3, "both"), .waits(3, for: 2), .settled(3),
    ])

    #expect(text.contains("all #1  pending for 1.3 s, waits for Promise #2, #9, which is not in"))
    #expect(text.contains("both #3  fulfilled after 1.0 ms, waited for Promise #2\n"))
  }

  @Test func `promises older than the recording are marked`() {
    let text = text([.chained(3, to: 2), .settled(9)])

    #expect(text.contains("  promise #2  before recording\n  map #3      pending for 1.3 s\n"))
    #expect(text.contains("promise #9  fulfilled, from before recording"))
  }

  @Test func `dropped promises are counted`() {
    let recorder = TraceRecorder(capacity: 1, title: "small")
    for event in [PromiseEvent.created(1), .settled(1), .created(2), .created(3), .created(4)] {
      recorder.observe(event)
    }

    let lines = recorder.trace.text.split(separator: "\n")
    #expect(lines[0].hasPrefix("small: 1 promise in 1 chain, 1 pending, after "))
    #expect(lines[1] == "There was no room for 1 finished chain with 1 promise.")
    #expect(
      lines[2] == "Another 2 promises could not be recorded, since no chain was finished."
    )
  }

  @Test func `each promise is one readable line, whatever its error and name contain`() {
    let long = Failure(description: String(repeating: "e", count: 10_000))
    let text = text(
      [
        .created(1, nasty), .settled(1, .rejected(Failure(description: nasty))),
        .chained(2, to: 1), .settled(2, .rejected(long)),
      ],
      title: nasty
    )

    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6)
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    )
    #expect(text.contains(#"\n\tline 2 👩‍👩‍👧 \ \u{2028}\0\u{1B}[31m\u{202E}é"#))
    #expect(lines.allSatisfy { $0.count < 400 })
    #expect(text.contains("eee…"))
  }

  @Test func `a chain of a hundred thousand stages is flat`() {
    let ids = 2...100_000 as ClosedRange<UInt64>
    let text = text([.created(1)] + ids.map { .chained($0, to: $0 - 1) })

    let lines = text.split(separator: "\n")
    #expect(lines.count == 100_002)
    #expect(lines.allSatisfy { $0.count < 60 })
  }

  @Test func `a branch at each of many stages does not push the lines to the right forever`() {
    var events = [PromiseEvent.created(1)]
    for stage in stride(from: 1 as UInt64, to: 40_000, by: 2) {
      events += [.chained(stage + 1, to: stage), .chained(stage + 2, to: stage)]
    }
    let text = text(events)

    #expect(text.split(separator: "\n").allSatisfy { $0.count < 150 })
    #expect(text.contains("map #40001"))
  }
}

struct SpanTests {
  @Test(arguments: [
    (0, "0 ns"), (999, "999 ns"), (1_000, "1.0 µs"), (12_345, "12 µs"), (999_400, "999 µs"),
    (999_600, "1.0 ms"), (1_250_000, "1.3 ms"), (120_000_000, "120 ms"), (1_300_000_000, "1.3 s"),
    (9_960_000_000, "10 s"), (42_000_000_000, "42 s"), (90_000_000_000, "1.5 min"),
    (3_600_000_000_000, "1.0 h"), (.max, "5124096 h"),
  ])
  func `durations are readable`(nanoseconds: UInt64, text: String) {
    #expect("\(Span(nanoseconds: nanoseconds))" == text)
  }
}
