import Testing

@testable import PledgeTrace

struct TraceClockTests {
  @Test func `it goes on from the first event at the pace of time`() {
    var clock = TraceClock()
    #expect(clock.isUnset)
    #expect(clock.time(at: 7) == 0)
    clock.set(500, at: 100)
    clock.set(900, at: 200)

    #expect(!clock.isUnset)
    #expect(clock.time(at: 100) == 500)
    #expect(clock.time(at: 1_250) == 1_650)
    #expect(clock.time(at: 50) == 500)
  }

  @Test func `a stopwatch goes on`() {
    let stopwatch = Stopwatch()
    let first = stopwatch.nanoseconds
    let second = stopwatch.nanoseconds

    #expect(first <= second)
    #expect(second < 60_000_000_000)
  }
}
