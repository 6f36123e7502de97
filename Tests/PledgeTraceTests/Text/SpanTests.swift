import Testing

@testable import PledgeTrace

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
