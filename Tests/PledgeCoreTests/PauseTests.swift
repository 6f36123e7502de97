import CPledge
import Testing

struct PauseTests {
  @Test func `a thread that waits for a pin does not sleep at first`() {
    let rounds: Range<UInt> = 0..<128
    #expect(rounds.allSatisfy { pledge_pause_length($0) == 0 })
  }

  @Test func `it then sleeps longer and longer, up to a millisecond`() {
    var length: UInt64 = 1_000
    for round: UInt in 128..<138 {
      #expect(pledge_pause_length(round) == length)
      length *= 2
    }
    let last: [UInt] = [138, 139, 10_000, .max]
    #expect(last.allSatisfy { pledge_pause_length($0) == 1_024_000 })
  }
}
